// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Holds docs/counters.md and the rows of {@link PortCounter} together. */
class CounterDocumentTest {
    private static final String INTRODUCTION =
            """
            <!-- SPDX-License-Identifier: Apache-2.0 -->
            # Port counters

            Attribute `Counters` of `rdma:type=Port,device=D,port=N` has one entry for each row. It comes from the
            kernel's file `/sys/class/infiniband/D/ports/N/counters/FILE`; reading it sends nothing into the fabric.

            - **Unit**: the number is given in this unit. Data registers count words of four octets; the value is in bytes.
            - **Bits**: the width of the register. `32/64`: 64 on a device with extended counters (the kernel then offers the
              `unicast_*` files too), else 32. `64`: only a device with extended counters has it. Where a driver serves a
              number that its register could not hold, `widthBits` is 64.
            - **saturated** is true when the register stands at its largest value. The registers of PortCounters stay there
              until somebody resets them: the true count is at least the one shown. In extended counters nobody gets there.
            - **available** is false where there is no number (no such file, no permission, `N/A (no PMA)`, garbage);
              `reason` says which. `value` is 0 then and means nothing.
            - Values are unsigned 64-bit numbers in a signed Java long: from 2^63 on, they show as negative.
            - Attribute `HwCounters` holds what the driver offers in `hw_counters/`, under the driver's own names; unit,
              width and saturation are not known.

            | Name | File | Unit | Bits | Counts |
            |---|---|---|---|---|
            """;

    @Test
    void theDocumentIsWhatTheRowsSay() throws IOException {
        StringBuilder text = new StringBuilder(INTRODUCTION);
        for (PortCounter counter : PortCounter.values()) {
            text.append("| `").append(counter.userName());
            text.append("` | `").append(counter.file());
            text.append("` | ").append(counter.unit().name().toLowerCase(Locale.ROOT));
            text.append(" | ").append(counter.widthBits());
            if (counter.widthBits() != counter.extendedWidthBits()) {
                text.append('/').append(counter.extendedWidthBits());
            }
            text.append(" | ").append(counter.label()).append(" |\n");
        }
        Path file = root().resolve("docs/counters.md");
        if (Boolean.getBoolean("rdma.rewriteDocs")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertEquals(
                text.toString(),
                Files.exists(file) ? Files.readString(file) : "",
                "docs/counters.md is not what the code says; rewrite it with"
                        + " -Drdma.rewriteDocs=true");
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not in the project");
        }
        return folder;
    }
}
