// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** A lease that was handed back, at the moments around its deadline. */
public final class ExpiredLease {
    private static final long DEADLINE_NANOS = TimeUnit.HOURS.toNanos(1);

    private ExpiredLease() {}

    /** Hands back, waits, takes up, hands back and waits too long. */
    public static void run() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock may count past its end
        try (LeaseRegistry registry = new LeaseRegistry(DEADLINE_NANOS, now::get)) {
            VerbsLease first = registry.lease("owner");
            ContextHandle context = first.open("mlx4_0", "context");
            PdHandle pd = context.allocPd("pd");
            first.handBack();
            now.addAndGet(DEADLINE_NANOS - 1);
            registry.doWork();
            assertTrue(pd.isOpen());
            VerbsLease second = registry.lease("owner");
            now.addAndGet(DEADLINE_NANOS);
            registry.doWork();
            assertTrue(pd.isOpen());
            second.handBack();
            now.addAndGet(DEADLINE_NANOS);
            registry.doWork();
            assertFalse(pd.isOpen());
            assertFalse(context.isOpen());
            assertEquals(List.of(), registry.lease("owner").contexts());
        }
    }
}
