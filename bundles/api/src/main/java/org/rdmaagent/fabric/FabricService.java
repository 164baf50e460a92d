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

    /** The same as {@link #discover(PortId, DiscoveryRequest)} of the whole subnet. */
    default CompletionStage<Topology> discover(PortId port) {
        return discover(port, DiscoveryRequest.WHOLE);
    }

    /**
     * Sweeps the subnet or a part of it ({@code ibnd_discover_fabric(3)}); the result is kept until
     * the next sweep. One sweep at a time runs from a port: who asks for the one that runs or waits
     * joins it, another one waits for its turn.
     *
     * @return completes with the result, which may be partial ({@link Topology#complete()});
     *     exceptionally with an {@link org.rdmaagent.RdmaException} if there is none at all:
     *     ECANCELED, ETIMEDOUT, EIO, ..., or ESTALE if another node is now where the LID or GUID
     *     {@code from} was; {@link #state} then has what was found there all the same
     * @throws org.rdmaagent.RdmaException ENODEV if the port cannot send SMPs or is not there;
     *     ENOENT if {@code from} is a LID or GUID that the last sweep of the whole subnet did not
     *     see, EINVAL if several nodes have it; ENOSYS if the engine is not there now, EINVAL if
     *     the configured one does not exist; EBUSY if 16 others wait
     * @throws IllegalArgumentException if the request names an engine that does not exist, or that
     *     cannot do what is asked
     */
    CompletionStage<Topology> discover(PortId port, DiscoveryRequest request);

    /**
     * Ends the sweep that runs from a port, within 100 ms, and those that wait; who waits for them
     * gets ECANCELED. The last result stays.
     *
     * @return whether there was one
     */
    boolean cancel(PortId port);

    /**
     * Sweeps the whole subnet by two engines, one after the other, and compares. The second one's
     * result is kept.
     *
     * @return completes as {@link #discover(PortId, DiscoveryRequest)} does
     * @throws org.rdmaagent.RdmaException as {@link #discover(PortId, DiscoveryRequest)}
     * @throws IllegalArgumentException if there is no such engine
     */
    CompletionStage<EngineComparison> compare(PortId port, String firstEngine, String secondEngine);

    /**
     * Forgets the result of a port; {@link #state} then has none, and no LID, GUID or incremental
     * sweep finds anything to look up in. Nothing happens if there is none.
     */
    void destroy(PortId port);

    /**
     * How much the sweeps from a port write into the log ({@code ibnd_debug(3)}), from now on, also
     * one that runs; what libibnetdisc itself writes changes with the next sweep, and is heard as
     * long as the level is not 0.
     *
     * @param level 0 nothing, 1 each sweep's steps and what goes wrong, 2 each packet
     * @return the previous level
     * @throws IllegalArgumentException if it is out of range
     */
    int debug(PortId port, int level);

    /** The level that {@link #debug} set; 0 at first. */
    int debugLevel(PortId port);

    /**
     * Whether sweeps from a port tell their progress ({@code ibnd_show_progress(3)}), from now on,
     * also one that runs: to every {@link FabricListener} and in the log. libibnetdisc tells its
     * counts only if it was asked to when its sweep began, and its SMPs only at the end.
     *
     * @return what it was before
     */
    boolean showProgress(PortId port, boolean on);

    /** Whether progress is shown; no at first. */
    boolean progressShown(PortId port);

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

    /**
     * The engine that sweeps where a request names none, as configured, whether it is there or not:
     * {@code java} or {@code libibnetdisc}.
     */
    String engine();

    /** The engines that there are now. */
    List<String> engines();
}
