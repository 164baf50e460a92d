// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The values of the key {@code port} of a loop (docs/data-plane.md). A test has loops and queues of
 * its own for each, beside each other in one container.
 */
enum LoopPort {
    JNA("jna"),
    PEEK_JNA("peek+jna"),
    FFM("ffm"),
    PEEK_FFM("peek+ffm"),
    DIRECT("direct");

    private static final Set<String> DIRECTLY_READ = Set.of("amd64", "x86_64");

    private final String text;

    LoopPort(String text) {
        this.text = text;
    }

    /** What there is in every Java; the last one is what this machine can do best. */
    static List<LoopPort> ofEveryJava() {
        return isReadDirectly() ? List.of(JNA, PEEK_JNA, DIRECT) : List.of(JNA, PEEK_JNA);
    }

    /** What there is with the bundle ffm; in the short form only what a loop takes by itself. */
    static List<LoopPort> ofNewerJava() {
        if (!Boolean.getBoolean("rdma.long")) {
            return List.of(PEEK_FFM);
        }
        return isReadDirectly() ? List.of(FFM, PEEK_FFM, DIRECT) : List.of(FFM, PEEK_FFM);
    }

    private static boolean isReadDirectly() {
        return DIRECTLY_READ.contains(System.getProperty("os.arch"));
    }

    /** As it is configured, and as the MBean tells it. */
    String text() {
        return text;
    }

    /** The name of a loop, a queue or a queue pair that is polled so. */
    String named(String name) {
        return name + "_" + name().toLowerCase(Locale.ROOT);
    }
}
