// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** When a queue is to be opened anew. */
class PortInForceTest {
    private static final PortWish DIRECT = PortWish.of("direct");

    private final SimulatedTraffic traffic = new SimulatedTraffic();
    private final CompletionPorts source = traffic.ports;
    private final CompletionPorts other = new OfferedPorts(traffic.ports, "ffm");
    private final PortInForce inForce = new PortInForce();
    private long nanos = 100;

    private static PolledQueue queue(int work) {
        return new PolledQueue("mlx4_0", "ctx", "feed", 1, 64, work, true);
    }

    /** Another of the same name. */
    private static PolledQueue anew(int work) {
        return new PolledQueue("mlx4_0", "ctx", "feed", 2, 64, work, true);
    }

    private void opened(PortChoice choice, String refusal, int work) {
        boolean unused = opened(choice, refusal, queue(work));
    }

    private boolean opened(PortChoice choice, String refusal, PolledQueue queue) {
        try (CompletionPort port = source.open(traffic.queue(), "test", PollingWay.BEST)) {
            return inForce.opened(
                    choice, new PortChoice.Opened(port, source, refusal, ""), queue, nanos);
        }
    }

    private boolean outdated(PortChoice next, int work) {
        return inForce.isOutdated(next, queue(work), nanos);
    }

    private PortChoice direct() {
        return choice(DIRECT, source, source);
    }

    private static PortChoice choice(
            PortWish wish, @Nullable CompletionPorts asked, CompletionPorts best) {
        return new PortChoice(wish, asked, best, asked == null ? "nobody" : "");
    }

    @Test
    void whatWasGrantedStandsUntilAnotherIsAskedFor() {
        assertFalse(outdated(direct(), 4), "nothing is open");
        opened(direct(), "", 4);
        nanos += 10 * PortInForce.SETTLING_NANOS;
        assertFalse(outdated(direct(), 5));
        assertFalse(outdated(choice(DIRECT, source, other), 4), "it is not polled by it");
        assertTrue(outdated(choice(DIRECT, other, other), 4));
        assertTrue(outdated(choice(PortWish.AUTO, source, source), 4));
        inForce.closed();
        assertFalse(outdated(choice(PortWish.AUTO, source, source), 4));
    }

    @Test
    void whatWasRefusedIsAskedForOnceMore() {
        opened(direct(), "no", 4);
        assertEquals("no", inForce.trouble());
        nanos += PortInForce.SETTLING_NANOS - 1;
        assertFalse(outdated(direct(), 4));
        nanos += 1;
        assertTrue(outdated(direct(), 4));
        inForce.closed();
        assertEquals("", inForce.trouble());
        opened(direct(), "no", 4);
        nanos += 10 * PortInForce.SETTLING_NANOS;
        assertFalse(outdated(direct(), 4));
    }

    @Test
    void whatWasRefusedIsAskedForAgainWhenTheQueueIsAnother() {
        opened(direct(), "no", 4);
        assertTrue(outdated(direct(), 5));
        opened(direct(), "no", 5);
        nanos += PortInForce.SETTLING_NANOS;
        assertTrue(outdated(direct(), 5));
        opened(direct(), "no", 5);
        nanos += PortInForce.SETTLING_NANOS;
        assertFalse(outdated(direct(), 5));
        assertTrue(outdated(direct(), 4));
    }

    @Test
    void whatNobodyOffersWaitsForSomebody() {
        PortWish ffm = PortWish.of("ffm");
        opened(choice(ffm, null, source), "nobody", 4);
        nanos += 10 * PortInForce.SETTLING_NANOS;
        assertFalse(outdated(choice(ffm, null, source), 5));
        assertTrue(outdated(choice(ffm, null, other), 4), "a better one is there");
        assertTrue(outdated(choice(ffm, other, other), 4), "it is there");
    }

    @Test
    void whatIsRefusedAsBeforeIsNoNews() {
        assertFalse(opened(direct(), "", queue(4)));
        assertTrue(opened(direct(), "no", queue(4)));
        inForce.closed();
        assertFalse(opened(direct(), "no", queue(4)), "asked for once more");
        assertFalse(opened(direct(), "no", queue(5)), "for the same reason");
        assertTrue(opened(direct(), "not either", queue(5)));
        assertTrue(opened(direct(), "not either", anew(5)));
        assertFalse(opened(direct(), "", anew(5)), "it is granted");
        assertTrue(opened(direct(), "not either", anew(5)));
    }
}
