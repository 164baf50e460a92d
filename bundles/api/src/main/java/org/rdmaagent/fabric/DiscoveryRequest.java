// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to discover and how: the arguments of {@code ibnd_discover_fabric(3)}. What is left empty is
 * as configured.
 *
 * @param from the node to begin at; a LID or GUID is turned into a directed route by the last sweep
 *     of the whole subnet, since a packet that mixes both kinds of routing is not always answered
 * @param hops how far to go from there, 0..63: the nodes at most this many links away, by the
 *     shortest way. This is what the manual page promises; libibnetdisc itself returns one node
 *     beyond and takes 0 for no limit (libibnetdisc/ibnetdisc.c, {@code recv_port_info}), so its
 *     result is cut to the same. A channel adapter does not forward SMPs, so its links are followed
 *     only by the port that the sweep leaves or reaches it by. What lies behind a further port of
 *     it, of the agent's own node as of any other, is found if a way over switches leads there, and
 *     is otherwise neither in the result nor a failed path, as in a sweep of the whole subnet.
 *     libibnetdisc counts hops along its routes alone: where a further port of an adapter makes the
 *     way to a switch shorter than its route, links of that switch may be failed paths of its
 *     engine that the engine {@code java} finds. Empty for no limit
 * @param engine who sweeps, one of {@link FabricService#engines}
 * @param timeoutMillis how long an answer may take, 1..60000 milliseconds
 * @param retries how often a question is repeated, 0..20
 * @param incremental whether to confirm what the last sweep of the whole subnet found, with one
 *     question for each link, instead of asking everything again; a full sweep if there is none.
 *     For the engine {@code java} and the whole subnet only
 */
public record DiscoveryRequest(
        NodeAddress from,
        OptionalInt hops,
        Optional<String> engine,
        OptionalInt timeoutMillis,
        OptionalInt retries,
        boolean incremental) {
    /** The whole subnet, by the configured engine. */
    public static final DiscoveryRequest WHOLE =
            new DiscoveryRequest(
                    NodeAddress.HERE,
                    OptionalInt.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    false);

    /** Checks the ranges. */
    public DiscoveryRequest {
        requireRange("hops", hops, 0, DirectedRoute.MAX_HOPS);
        requireRange("timeoutMillis", timeoutMillis, 1, 60_000);
        requireRange("retries", retries, 0, 20);
        if (incremental && (hops.isPresent() || !from.equals(NodeAddress.HERE))) {
            throw new IllegalArgumentException(
                    "an incremental sweep confirms the whole subnet; leave out from and hops");
        }
    }

    /** A part of the subnet: the nodes at most {@code hops} links away from a node. */
    public static DiscoveryRequest part(NodeAddress from, int hops) {
        return new DiscoveryRequest(
                from,
                OptionalInt.of(hops),
                WHOLE.engine,
                WHOLE.timeoutMillis,
                WHOLE.retries,
                false);
    }

    /** The whole subnet, by confirming what is known of it. */
    public static DiscoveryRequest confirm() {
        return new DiscoveryRequest(
                WHOLE.from, WHOLE.hops, WHOLE.engine, WHOLE.timeoutMillis, WHOLE.retries, true);
    }

    /** The same by this engine; empty is the configured one. */
    public DiscoveryRequest by(String chosenEngine) {
        Optional<String> chosen =
                chosenEngine.isEmpty() ? Optional.empty() : Optional.of(chosenEngine);
        return new DiscoveryRequest(from, hops, chosen, timeoutMillis, retries, incremental);
    }

    /** The same with this patience. */
    public DiscoveryRequest patient(int millis, int times) {
        return new DiscoveryRequest(
                from, hops, engine, OptionalInt.of(millis), OptionalInt.of(times), incremental);
    }

    /** Whether it asks for all of the subnet. */
    public boolean whole() {
        return hops.isEmpty();
    }

    private static void requireRange(String name, OptionalInt value, int least, int most) {
        if (value.isPresent() && (value.getAsInt() < least || value.getAsInt() > most)) {
            throw new IllegalArgumentException(
                    name + " lies in " + least + ".." + most + ", not " + value.getAsInt());
        }
    }
}
