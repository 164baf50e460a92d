// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

/** Port counters from sysfs. Reading them never sends a MAD. */
@ProviderType
public interface CounterService {
    /**
     * The held snapshot if it is younger than the configured {@code maxAgeMillis}; else one caller
     * reads and the others get the previous one.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EINVAL if no such port
     */
    CounterSnapshot snapshot(PortId port);
}
