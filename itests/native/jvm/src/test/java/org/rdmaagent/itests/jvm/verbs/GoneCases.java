// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpAttribute;

/** A device that fails, then goes away while it is used; they end the device for this JVM. */
final class GoneCases {
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private GoneCases() {}

    static List<NamedCase> all() {
        return List.of(new NamedCase("a device goes away under its objects", GoneCases::gone));
    }

    private static void gone() {
        try (Bench bench = new Bench()) {
            LeaseCases.make(bench);
            List<VerbsHandle> handles = bench.context.handles();
            QpHandle qp = (QpHandle) handles.get(0);
            CqHandle cq = qp.sendCq().orElseThrow();
            int fatal = AsyncEventType.DEVICE_FATAL.code();
            assertEquals(0, Emulator.mlx4emu_event(0, 1, fatal, 1));
            assertEquals(
                    AsyncEventType.DEVICE_FATAL,
                    bench.context.awaitAsync(LONG).orElseThrow().type());
            Refusals.refused("EIO", () -> bench.context.awaitAsync(LONG));
            RdmaException refusal =
                    assertThrows(RdmaException.class, () -> qp.query(Set.of(QpAttribute.STATE)));
            assertTrue(refusal.remedy().contains("gone"), refusal.getMessage());
            assertEquals(List.of(), cq.poll(4));
            Refusals.refused("ENODEV", () -> bench.lease.open(Bench.DEVICE, "again"));
            assertThrows(RdmaException.class, () -> bench.context.allocPd("late"));
            bench.library.close();
            for (VerbsHandle handle : handles) {
                assertFalse(handle.isOpen(), handle.toString());
            }
            assertFalse(bench.context.isOpen());
        }
    }
}
