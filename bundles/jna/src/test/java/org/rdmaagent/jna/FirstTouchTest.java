// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.spi.OperatingSystem;

class FirstTouchTest {
    /** A host whose list of devices waits, as behind libumad2sim without its simulator. */
    private static final class Waiting implements OperatingSystem {
        private final CountDownLatch simulatorRuns = new CountDownLatch(1);

        @Override
        public String readText(String path) throws NoSuchFileException {
            throw new NoSuchFileException(path);
        }

        @Override
        public List<String> list(String path) throws NoSuchFileException {
            try {
                simulatorRuns.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new NoSuchFileException(path);
        }
    }

    @Test
    void aLookThatHangsDoesNotHoldAnybodyAndIsUsedWhenItComesBack() throws Exception {
        Waiting host = new Waiting();
        FirstTouch touch = new FirstTouch(host);
        CountDownLatch registered = new CountDownLatch(1);
        touch.whenAnswered(registered::countDown);
        assertFalse(touch.answeredWithin(TimeUnit.MILLISECONDS.toNanos(20)));
        assertTrue(registered.getCount() == 1);
        host.simulatorRuns.countDown();
        assertTrue(registered.await(10, TimeUnit.SECONDS));
        assertTrue(touch.answeredWithin(0));
    }

    @Test
    void aHostWithoutRdmaAnswersToo() {
        assertTrue(new FirstTouch(new HostFiles()).answeredWithin(TimeUnit.SECONDS.toNanos(10)));
    }
}
