// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

/** Discovers subnets by directed-route SMPs; the user-space {@code ibnd_discover_fabric(3)}. */
@ProviderType
public interface FabricService {
    /** The ports that can send SMPs (those with QP0: InfiniBand only), in order. */
    List<PortId> ports();

    /**
     * What is known now; sends nothing.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if the port cannot send SMPs or is not there
     */
    SweepState state(PortId port);

    /**
     * Sweeps the whole subnet. While a sweep runs, a second caller joins it.
     *
     * @return completes with the result, which may be partial ({@link Topology#complete()});
     *     exceptionally with an {@link org.rdmaagent.RdmaException} if there is none at all
     * @throws org.rdmaagent.RdmaException ENODEV if the port cannot send SMPs or is not there
     */
    CompletionStage<Topology> discover(PortId port);

    /**
     * Forgets the result of a port; {@link #state} then has none. Nothing happens if there is none.
     */
    void destroy(PortId port);

    /** How many SMPs may be outstanding at a time. */
    int maxSmpsOnWire(PortId port);

    /**
     * Sets it, from the next sweep on.
     *
     * @param smps 1 to 1024
     * @return the previous value
     * @throws IllegalArgumentException if it is out of range
     */
    int setMaxSmpsOnWire(PortId port, int smps);

    /**
     * The last result as text.
     *
     * @param format {@code ibnetdiscover}: the text of ibnetdiscover(8); {@code json}: columns, for
     *     machines
     * @throws IllegalArgumentException for any other format
     * @throws IllegalStateException if there is no result
     */
    String export(PortId port, String format);

    /** The formats that {@link #export} knows. */
    List<String> exportFormats();

    /** The engine that sweeps, such as {@code java}. */
    String engine();

    /** The engines that there are. */
    List<String> engines();
}
