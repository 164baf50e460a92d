// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmaagent.PortId;
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
 * @param completionQueue name of its completion queue
 * @param completionEntries entries of that
 */
public record QueuePairPlan(
        String name,
        PortId port,
        QpInit init,
        int qkey,
        int pkeyIndex,
        String completionQueue,
        int completionEntries) {
    private static final int LARGEST_COUNT = 1 << 20;
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
                    "completionQueue",
                    "completionEntries");

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
    static QueuePairPlan of(String name, Map<String, ?> keys) {
        String device = text(keys, "device", "");
        if (device.isEmpty()) {
            throw new IllegalArgumentException("device is missing: name one, such as mlx4_0");
        }
        QpCapabilities sizes =
                new QpCapabilities(
                        number(keys, "maxSendWr", 64, 1, LARGEST_COUNT),
                        number(keys, "maxRecvWr", 256, 1, LARGEST_COUNT),
                        number(keys, "maxSendSge", 1, 1, 256),
                        number(keys, "maxRecvSge", 1, 1, 256),
                        number(keys, "maxInlineData", 0, 0, 65_536));
        return new QueuePairPlan(
                name,
                new PortId(device, number(keys, "port", 1, 1, 255)),
                new QpInit(type(keys), sizes, true),
                qkey(keys),
                number(keys, "pkeyIndex", 0, 0, 0xffff),
                text(keys, "completionQueue", name),
                number(
                        keys,
                        "completionEntries",
                        sizes.maxSendWr() + sizes.maxRecvWr(),
                        1,
                        4 * LARGEST_COUNT));
    }

    /** Keys that say nothing here, in order: misspelt ones, mostly. */
    static SortedSet<String> unknown(Set<String> keys) {
        SortedSet<String> unknown = new TreeSet<>(keys);
        unknown.removeAll(KEYS);
        unknown.removeIf(key -> FOREIGN.stream().anyMatch(key::startsWith));
        return unknown;
    }

    /** The same by another name. */
    QueuePairPlan named(String other) {
        return new QueuePairPlan(
                other, port, init, qkey, pkeyIndex, completionQueue, completionEntries);
    }

    private static QpType type(Map<String, ?> keys) {
        String text = text(keys, "type", "UD");
        return switch (text) {
            case "UD" -> QpType.UD;
            case "RC" -> QpType.RC;
            case "UC" -> QpType.UC;
            default -> throw new IllegalArgumentException("type is UD, RC or UC, not " + text);
        };
    }

    private static int qkey(Map<String, ?> keys) {
        String text = text(keys, "qkey", "0x11111111");
        try {
            long key = Long.decode(text);
            if (key >= 0 && key <= 0xffff_ffffL) {
                return (int) key;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException("qkey lies in 0..0xffffffff, not " + text);
    }

    private static int number(Map<String, ?> keys, String key, int otherwise, int least, int most) {
        String text = text(keys, key, Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException(
                key + " lies in " + least + ".." + most + ", not " + text);
    }

    private static String text(Map<String, ?> keys, String key, String otherwise) {
        Object value = keys.get(key);
        String text = value == null ? "" : value.toString().strip();
        return text.isEmpty() ? otherwise : text;
    }
}
