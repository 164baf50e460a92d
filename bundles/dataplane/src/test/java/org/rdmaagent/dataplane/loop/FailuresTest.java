// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.SlotState;

/** What is said of a handler that fails. */
class FailuresTest {
    private final HandDriven loop = new HandDriven();
    private final ScriptedPort port = new ScriptedPort("feed");
    private final Slot slot = loop.slot(port);

    private void fail(CompletionHandler handler) {
        loop.bind(slot, handler, "failing");
        port.complete(1);
        loop.turns(2 * HandDriven.MOST_ERRORS);
    }

    private String told(LoopEventKind kind) {
        return loop.told.stream()
                .filter(told -> told.kind() == kind)
                .map(HandDriven.Told::text)
                .findFirst()
                .orElse("");
    }

    @Test
    void anErrorIsNotCalledTooOften() {
        fail(
                batch -> {
                    throw new NoClassDefFoundError("gone");
                });
        assertEquals(SlotState.QUARANTINED, slot.state());
        assertEquals(
                "its handler failed with java.lang.NoClassDefFoundError: gone, an Error, which is"
                        + " enough",
                slot.quarantine());
        assertTrue(told(LoopEventKind.HANDLER_FAILED).endsWith("its queue is put into quarantine"));
        assertTrue(told(LoopEventKind.QUARANTINED).startsWith(slot.quarantine()));
        loop.bind(slot, batch -> {}, "another");
        assertEquals("", slot.quarantine());
    }

    @Test
    void failuresInARowAreCounted() {
        fail(
                batch -> {
                    throw new IllegalStateException("no");
                });
        assertEquals(SlotState.QUARANTINED, slot.state());
        assertTrue(
                slot.quarantine().startsWith("its handler failed 3 times in a row, at last with"),
                slot.quarantine());
        assertTrue(told(LoopEventKind.HANDLER_FAILED).endsWith("the loop goes on"));
        assertFalse(slot.quarantine().contains("Error"));
    }
}
