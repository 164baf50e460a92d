// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.spi.ProviderCandidate;
import org.rdmaagent.spi.ProviderProperties;

/** Says that the simulation could serve; it needs no library and always has devices. */
@Component(property = ProviderProperties.PROVIDER + "=" + ProviderProperties.SIM)
public final class SimulationCandidate implements ProviderCandidate {
    @Override
    public String name() {
        return ProviderProperties.SIM;
    }

    @Override
    public boolean nativeHardware() {
        return false;
    }

    @Override
    public boolean devicePresent() {
        return true;
    }

    @Override
    public List<NativeLibrary> libraries() {
        return List.of();
    }
}
