// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** What the agent says about itself. */
@ProviderType
public interface AgentService {
    /** The product's version. */
    String version();

    /** Who answers for the devices: {@code native}, {@code sim}, or {@code none}. */
    String provider();

    /** Why it is that one. */
    String providerReason();

    /** The C libraries that the providers use, loaded or not. */
    List<NativeLibrary> nativeLibraries();

    /** The agent's bundles. */
    List<BundleStatus> bundles();

    /** Every check, in order of name. */
    List<HealthResult> health();

    /** Since the agent's start. */
    Duration uptime();
}
