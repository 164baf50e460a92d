// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.service.AskedPort;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.DirectReading;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;

/** What becomes of a loop that asks for {@code direct} on the processor of this JVM. */
public final class ArchitectureCases {
    private static final String ARCHITECTURE = System.getProperty("os.arch");
    private static final String REFUSED = "direct is refused, with the reason";
    private static final String PEEKS = "a loop that asks for direct peeks, and says why";

    /** The names of the cases, behind that of the architecture, where it is not x86-64. */
    public static final List<String> ELSEWHERE = List.of(REFUSED, PEEKS);

    private static final String HOLDER = "loop test";
    private static final int BUFFERS = 16;
    private static final int BYTES = 256;
    private static final int MESSAGE = 64;
    private static final int NETWORK_HEADER = 40;

    private ArchitectureCases() {}

    /** All of them. */
    public static List<NamedCase> all() {
        if (DirectReading.lacks().isEmpty()) {
            return List.of(named("a loop that asks for direct gets it", ArchitectureCases::direct));
        }
        return List.of(
                named(REFUSED, ArchitectureCases::refused), named(PEEKS, ArchitectureCases::peek));
    }

    private static NamedCase named(String name, NamedCase.Body body) {
        return new NamedCase(ARCHITECTURE + ": " + name, body);
    }

    private static void direct() {
        try (Ports ports = new Ports()) {
            asked(ports, "direct", "");
        }
    }

    /** Though it is a queue that could be read directly elsewhere. */
    private static void refused() {
        try (Ports ports = new Ports()) {
            CqHandle cq = ports.bench().cq(BUFFERS);
            Ports.ring(ports.bench(), ports.bench().receiver(cq), BUFFERS, BYTES);
            RdmaException refusal =
                    assertThrows(
                            RdmaException.class, () -> ports.open(cq, HOLDER, PollingWay.DIRECT));
            assertEquals(refusal(cq), refusal.getMessage());
        }
    }

    private static void peek() {
        try (Ports ports = new Ports()) {
            asked(ports, "peek+jna", "asked for direct: %s; it is polled as peek+jna");
        }
    }

    private static String refusal(CqHandle cq) {
        return "read directly on mlx4_0 cq context:"
                + cq.name()
                + " failed: EOPNOTSUPP (95); that is for x86-64, this machine is "
                + ARCHITECTURE
                + ", whose barriers for devices Java does not have: poll it another way (port ="
                + " auto in the file of the loop)";
    }

    /** A loop that asks for direct polls so and is told that, and what arrives is handed out. */
    private static void asked(Ports ports, String kind, String told) {
        Bench bench = ports.bench();
        CqHandle cq = bench.cq(BUFFERS);
        QpHandle pair = bench.receiver(cq);
        Ports.ring(bench, pair, BUFFERS, BYTES);
        PolledQueue queue = ports.queue(cq);
        CompletionPorts agents = bench.library.completionPorts();
        AskedPort asked = AskedPort.open(agents, queue, "direct", HOLDER);
        try (CompletionPort port = asked.port()) {
            assertEquals(kind, port.kind());
            assertEquals(told.replace("%s", refusal(cq)), asked.refusal());
            int number = pair.number().value();
            assertEquals(BUFFERS, Emulator.mlx4emu_fill(number, BUFFERS, MESSAGE));
            Ports.handle(
                    port, BUFFERS, 4, one -> assertEquals(NETWORK_HEADER + MESSAGE, one.byteLen()));
        }
    }
}
