// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/**
 * A queue pair that a file {@code org.rdmaagent.verbs.qp-NAME.cfg} asks for.
 *
 * @param name of the queue pair, unique among the files
 * @param port device and port
 * @param init type and sizes
 * @param qkey Q_Key of a datagram pair, 32 bits
 * @param pkeyIndex row of the P_Key table
 * @param context plans that name the same share context and protection domain
 * @param queues its completion queues
 * @param receiveBytes what a buffer of its ring of receives has room for, bytes, without the
 *     network header of a datagram; 0 for no ring
 */
public record QueuePairPlan(
        String name,
        PortId port,
        QpInit init,
        int qkey,
        int pkeyIndex,
        String context,
        PlanQueues queues,
        int receiveBytes) {
    private static final int LARGEST_COUNT = 1 << 20;
    private static final int LARGEST_RING = 1 << 30;
    private static final Set<String> KEYS =
            Set.of(
                    "name",
                    "device",
                    "port",
                    "type",
                    "qkey",
                    "pkeyIndex",
                    "maxSendWr",
                    "maxRecvWr",
                    "maxSendSge",
                    "maxRecvSge",
                    "maxInlineData",
                    "context",
                    "completionQueue",
                    "sendCompletionQueue",
                    "completionEntries",
                    "completionChannel",
                    "completionVector",
                    "receiveBytes");

    /** What configuration and component runtime add of their own. */
    private static final List<String> FOREIGN =
            List.of("service.", "felix.", "component.", "osgi.", "org.apache.");

    /** Nothing of the device's limits is checked here: see {@link PlanLimits}. */
    public QueuePairPlan {
        Objects.requireNonNull(name);
    }

    /**
     * Reads a configuration.
     *
     * @throws IllegalArgumentException a key is missing or wrong; the message names it
     */
    static QueuePairPlan of(String name, Map<String, ?> given) {
        PlanKeys keys = new PlanKeys(given);
        String device = keys.text("device", "");
        if (device.isEmpty()) {
            throw new IllegalArgumentException("device is missing: name one, such as mlx4_0");
        }
        QpCapabilities sizes =
                new QpCapabilities(
                        keys.number("maxSendWr", 64, 1, LARGEST_COUNT),
                        keys.number("maxRecvWr", 256, 1, LARGEST_COUNT),
                        keys.number("maxSendSge", 1, 1, 256),
                        keys.number("maxRecvSge", 1, 1, 256),
                        keys.number("maxInlineData", 0, 0, 65_536));
        QpInit init = new QpInit(type(keys), sizes, true);
        int receiveBytes = receiveBytes(keys, init);
        return new QueuePairPlan(
                name,
                new PortId(device, keys.number("port", 1, 1, 255)),
                init,
                keys.bits("qkey", "0x11111111"),
                keys.number("pkeyIndex", 0, 0, 0xffff),
                keys.text("context", name),
                PlanQueues.of(keys, name, sizes, receiveBytes > 0),
                receiveBytes);
    }

    private static int receiveBytes(PlanKeys keys, QpInit init) {
        int bytes = keys.number("receiveBytes", 0, 0, LARGEST_RING);
        long all = (long) init.capabilities().maxRecvWr() * bufferBytes(init.type(), bytes);
        if (all > LARGEST_RING) {
            throw new IllegalArgumentException(
                    "receiveBytes = "
                            + bytes
                            + " with maxRecvWr = "
                            + init.capabilities().maxRecvWr()
                            + " is "
                            + all
                            + " bytes of memory"
                            + (init.type() == QpType.UD ? ", network headers included" : "")
                            + ": the most is "
                            + LARGEST_RING);
        }
        return bytes;
    }

    private static long bufferBytes(QpType type, int receiveBytes) {
        long header = type == QpType.UD ? NetworkHeader.BYTES : 0;
        return receiveBytes == 0 ? 0 : receiveBytes + header;
    }

    /** Keys that say nothing here, in order: misspelt ones, mostly. */
    static SortedSet<String> unknown(Set<String> keys) {
        SortedSet<String> unknown = new TreeSet<>(keys);
        unknown.removeAll(KEYS);
        unknown.removeIf(key -> FOREIGN.stream().anyMatch(key::startsWith));
        return unknown;
    }

    /** The same with names of its own for everything, to share nothing. */
    QueuePairPlan named(String other) {
        return new QueuePairPlan(
                other, port, init, qkey, pkeyIndex, other, queues.named(other), receiveBytes);
    }

    /** The same with these queues. */
    QueuePairPlan with(PlanQueues other) {
        return new QueuePairPlan(name, port, init, qkey, pkeyIndex, context, other, receiveBytes);
    }

    /** Requests that can be outstanding and report to a queue, as asked for. */
    long work(String queue) {
        return queues.work(queue, init.capabilities());
    }

    /** Size of each buffer of the ring, with the network header; 0 for no ring. */
    int bufferBytes() {
        return (int) bufferBytes(init.type(), receiveBytes);
    }

    /** Size of the whole ring, bytes; 0 for none. */
    long ringBytes() {
        return (long) init.capabilities().maxRecvWr() * bufferBytes();
    }

    /** Whether both are on the same context, where queues of one name are one. */
    boolean isBeside(QueuePairPlan other) {
        return port.device().equals(other.port.device()) && context.equals(other.context);
    }

    private static QpType type(PlanKeys keys) {
        String text = keys.text("type", "UD");
        return switch (text) {
            case "UD" -> QpType.UD;
            case "RC" -> QpType.RC;
            case "UC" -> QpType.UC;
            default -> throw new IllegalArgumentException("type is UD, RC or UC, not " + text);
        };
    }
}
