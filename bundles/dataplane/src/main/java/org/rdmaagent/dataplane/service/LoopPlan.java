// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.loop.LoopLimits;
import org.rdmaagent.dataplane.placement.PlacementWish;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * A poll loop that a file {@code org.rdmaagent.dataplane.loop-NAME.cfg} asks for.
 *
 * @param name of the loop
 * @param queues the names of its completion queues, each {@code name} or {@code context:name}
 * @param limits what bounds its turns
 * @param port how its queues are to be polled
 * @param wish where its thread is to run
 */
record LoopPlan(
        String name, List<String> queues, LoopLimits limits, PortWish port, PlacementWish wish) {
    private static final Set<String> KEYS =
            Set.of(
                    "name",
                    "queues",
                    "batchSize",
                    "cpu",
                    "priority",
                    "idle",
                    "stallMillis",
                    "maxHandlerErrors",
                    "port");

    /**
     * Reads a configuration.
     *
     * @throws IllegalArgumentException a key is missing or wrong; the message names it
     */
    static LoopPlan of(Map<String, ?> configuration) {
        KeyTexts keys = new KeyTexts(configuration);
        List<String> queues = keys.texts("queues");
        if (queues.isEmpty()) {
            throw new IllegalArgumentException(
                    "queues is missing: name one or several completion queues, with commas between"
                            + " them");
        }
        return new LoopPlan(
                keys.name(),
                queues,
                new LoopLimits(
                        keys.number("batchSize", 16, 1, CompletionPort.LARGEST_BATCH),
                        idle(keys.text("idle", "backoff")),
                        TimeUnit.MILLISECONDS.toNanos(
                                keys.number("stallMillis", 100, 1, 3_600_000)),
                        keys.number("maxHandlerErrors", 8, 1, 1_000_000)),
                PortWish.of(keys.text("port", PortWish.AUTO.text())),
                PlacementWish.of(
                        keys.number("cpu", -1, -1, 65_535), keys.text("priority", "default")));
    }

    private static IdleStrategy idle(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "spin" -> IdleStrategy.SPIN;
            case "yield" -> IdleStrategy.YIELD;
            case "backoff" -> IdleStrategy.BACKOFF;
            case "event" -> IdleStrategy.EVENT;
            default ->
                    throw new IllegalArgumentException(
                            "idle is spin, yield, backoff or event, not " + text);
        };
    }

    /** The loop that a configuration is about, whatever else it says. */
    static String name(Map<String, ?> configuration) {
        return new KeyTexts(configuration).name();
    }

    /** The file that a configuration comes from. */
    static String file(Map<String, ?> configuration) {
        return new KeyTexts(configuration).file();
    }

    /** Keys that say nothing here, in order. */
    static SortedSet<String> unknown(Map<String, ?> configuration) {
        return new KeyTexts(configuration).unknown(KEYS);
    }
}
