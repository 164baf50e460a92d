// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

/** What {@code etc/org.rdmaagent.agent.cfg} says; the file explains each key. */
@interface AgentSettings {
    /** The configuration's PID. */
    String PID = "org.rdmaagent.agent";

    String provider() default "native";

    /** Seconds. */
    int readyWithinSeconds() default 60;
}
