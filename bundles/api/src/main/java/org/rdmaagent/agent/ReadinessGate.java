// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

import org.osgi.annotation.versioning.ConsumerType;

/** Registered as a service, holds back the agent's ready line until it is open. */
@ConsumerType
public interface ReadinessGate {
    /** The gate without which the agent is never ready; its {@link #announcement} is the URL. */
    String JOLOKIA = "jolokia";

    /** A fixed word such as {@code jolokia}, {@code mbeans}, {@code firstSweep}. */
    String name();

    /**
     * Whether what it stands for can be used; cheap, asked several times a second, never throws.
     */
    boolean open();

    /** What the operator should read below the ready line; empty if nothing. */
    String announcement();
}
