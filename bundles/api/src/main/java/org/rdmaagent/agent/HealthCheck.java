// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

import org.osgi.annotation.versioning.ConsumerType;

/** Registered as a service, takes part in the agent's health. */
@ConsumerType
public interface HealthCheck {
    /** Looks now; answers within milliseconds, sends nothing, never throws. */
    HealthResult check();
}
