// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.util.List;

/** Under a limit of 64 KiB of locked memory. */
final class MemlockCases {
    private MemlockCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("the limit is named where memory is refused", MemlockCases::memory));
    }

    private static void memory() {
        try (Bench bench = new Bench()) {
            bench.memory(4096).close();
            Refusals.refused("ENOMEM", () -> bench.memory(1 << 20), "64 KiB", "ulimit -l");
            bench.memory(4096).close();
        }
    }
}
