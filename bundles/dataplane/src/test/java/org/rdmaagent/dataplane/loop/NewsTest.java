// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.spi.completion.CompletionPort;

/** What is told of a queue and its handler while the queue comes and goes. */
class NewsTest {
    private static final CompletionHandler IDLE = batch -> {};

    private final HandDriven loop = new HandDriven();

    private void attach(Slot slot) {
        loop.order(() -> loop.core.attach(slot, new ScriptedPort("feed"), HandDriven.NO_WAIT));
    }

    private void detach(Slot slot) {
        loop.order(() -> loop.core.detach(slot));
    }

    /** Kinds and texts since the last time. */
    private List<String> news() {
        List<String> news =
                loop.told.stream().map(each -> each.kind() + " " + each.text()).toList();
        loop.told.clear();
        return news;
    }

    @Test
    void aQueueThatIsPolledAnotherWayIsNotFoundAgain() {
        Slot slot = loop.slot(new ScriptedPort("feed"));
        assertEquals(List.of(LoopEventKind.QUEUE_FOUND), loop.kinds());
        detach(slot);
        attach(slot);
        assertEquals(List.of(LoopEventKind.QUEUE_FOUND), loop.kinds());
        detach(slot);
        slot.miss();
        attach(slot);
        assertEquals(List.of(LoopEventKind.QUEUE_FOUND, LoopEventKind.QUEUE_FOUND), loop.kinds());
    }

    @Test
    void aQueueThatWasLostIsFoundAgain() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        port.answer = CompletionPort.REVOKED;
        loop.turns(1);
        attach(slot);
        assertEquals(
                List.of(
                        LoopEventKind.QUEUE_FOUND,
                        LoopEventKind.QUEUE_LOST,
                        LoopEventKind.QUEUE_FOUND),
                loop.kinds());
    }

    @Test
    void aHandlerThatChangesWhileTheQueueIsGivenUpIsToldOnce() {
        Slot slot = loop.slot(new ScriptedPort("feed"));
        loop.bind(slot, IDLE, "old");
        detach(slot);
        assertEquals(2, news().size());
        loop.bind(slot, batch -> {}, "new");
        loop.unbind(slot);
        loop.bind(slot, batch -> fail(), "last");
        assertEquals(List.of(), news());
        assertEquals(0, slot.tally().swaps.get());
        attach(slot);
        assertEquals(List.of("HANDLER_CHANGED last takes over from old"), news());
        assertEquals(1, slot.tally().swaps.get());
        loop.unbind(slot);
        assertEquals(
                List.of("HANDLER_CHANGED last went; the queue keeps what is completed"), news());
    }

    @Test
    void aHandlerThatGoesAndComesWhileTheQueueIsGivenUpIsNoNews() {
        Slot slot = loop.slot(new ScriptedPort("feed"));
        loop.bind(slot, IDLE, "old");
        detach(slot);
        assertEquals(2, news().size());
        loop.unbind(slot);
        loop.bind(slot, IDLE, "old");
        attach(slot);
        assertEquals(List.of(), news());
        assertEquals(0, slot.tally().swaps.get());
    }

    @Test
    @Timeout(30)
    void aHandlerThatWentWhileTheQueueIsGivenUpIsNotKept() {
        Slot slot = loop.slot(new ScriptedPort("feed"));
        WeakReference<CompletionHandler> gone = new WeakReference<>(batch -> news());
        loop.bind(slot, Objects.requireNonNull(gone.get()), "old");
        detach(slot);
        loop.unbind(slot);
        while (gone.get() != null) {
            System.gc();
        }
        assertEquals("old", slot.toldName);
    }

    private Slot lostAfterAHandler() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, IDLE, "old");
        loop.turns(2);
        port.answer = CompletionPort.REVOKED;
        loop.turns(1);
        return slot;
    }

    @Test
    void whatChangesWhileAQueueIsAwayIsNoPauseOfIt() {
        Slot slot = lostAfterAHandler();
        assertEquals(3, news().size());
        loop.unbind(slot);
        loop.bind(slot, batch -> {}, "new");
        attach(slot);
        loop.turns(2);
        assertEquals(List.of("QUEUE_FOUND"), loop.kinds().stream().map(Enum::name).toList());
        assertEquals(0, slot.tally().swaps.get());
        assertEquals(0, slot.tally().swapPauses.distribution().count());
    }

    @Test
    void whoComesToAQueueThatWasAwayTakesOverFromNobody() {
        Slot slot = lostAfterAHandler();
        loop.unbind(slot);
        attach(slot);
        loop.bind(slot, batch -> {}, "new");
        loop.turns(2);
        assertEquals(0, slot.tally().swapPauses.distribution().count());
    }

    @Test
    void whoWaitsForAQueueIsToldWithIt() {
        Slot slot = new Slot("feed");
        loop.order(() -> loop.core.use(List.of(slot)));
        loop.bind(slot, IDLE, "early");
        loop.unbind(slot);
        loop.bind(slot, IDLE, "next");
        assertTrue(loop.told.isEmpty(), loop.told::toString);
        attach(slot);
        assertEquals(List.of(LoopEventKind.QUEUE_FOUND), loop.kinds());
        assertEquals("next", loop.told.get(0).handler());
        loop.order(() -> loop.core.use(List.of()));
        assertEquals(1, loop.told.size(), "its handler is as before, for who polls it next");
        assertEquals("", slot.handler());
    }
}
