// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;

/** On files that poll(2) ignores: a negative number never becomes ready. */
class ReadinessTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);

    @Test
    void theWaitLastsAsLongAsAskedFor() {
        Readiness never = new Readiness(-1, PORT);
        long wait = TimeUnit.MILLISECONDS.toNanos(120);
        long start = System.nanoTime();
        assertFalse(never.await(wait));
        assertTrue(System.nanoTime() - start >= wait);
        assertFalse(never.await(0));
        assertFalse(never.await(-5));
    }

    @Test
    void aStoppedOneWaitsNoMore() throws InterruptedException {
        Readiness never = new Readiness(-1, PORT);
        Thread stopper = new Thread(never::stop);
        stopper.start();
        assertFalse(never.await(TimeUnit.HOURS.toNanos(1)));
        stopper.join();
        assertFalse(never.await(TimeUnit.HOURS.toNanos(1)));
    }

    @Test
    void anInterruptedThreadDoesNotWait() {
        Readiness never = new Readiness(-1, PORT);
        Thread.currentThread().interrupt();
        RdmaException refused =
                assertThrows(RdmaException.class, () -> never.await(TimeUnit.HOURS.toNanos(1)));
        assertTrue(Thread.interrupted());
        assertEquals("EINTR", refused.errno().name());
    }

    @Test
    void aFileThatIsNoneIsADeviceThatIsGone() {
        Readiness wrong = new Readiness(1_000_000, PORT);
        RdmaException refused = assertThrows(RdmaException.class, () -> wrong.await(0));
        assertEquals("ENODEV", refused.errno().name());
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 0", "1, 1", "1000000, 1", "1000001, 2", "50000000, 50"})
    void nanosecondsAreRoundedUpToMilliseconds(long nanos, int millis) {
        assertEquals(millis, Readiness.millis(nanos));
    }
}
