// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.handlers.counting.CountingHandler;
import org.rdmaagent.handlers.echo.EchoHandler;

/** On the ports of a simulated device, as a loop drives them. */
class ShippedHandlersTest {
    private final Wire wire = new Wire();
    private final CountingHandler counting = new CountingHandler();
    private final EchoHandler echo = new EchoHandler();
    private final int qpNum = wire.here.number().value();

    private MessageCount count(long messages, long bytes, long late, long failures) {
        return new MessageCount(qpNum, messages, bytes, late, failures);
    }

    @Test
    void messagesAndBytesAreCountedAndTheBuffersPostedAgain() {
        assertEquals(List.of(), counting.counts());
        for (int i = 1; i <= 3 * Wire.BUFFERS; i++) {
            wire.send(i, i);
            wire.serve(counting);
        }
        assertEquals(List.of(count(24, 300, 0, 0)), counting.counts());
        assertEquals(count(24, 300, 0, 0), counting.count(qpNum));
        assertEquals(new MessageCount(5, 0, 0, 0, 0), counting.count(5));
        assertEquals(Wire.BUFFERS, wire.posted());
        assertEquals(24L, figure("receivedMessages"));
        assertEquals(300L, figure("receivedBytes"));
    }

    private @Nullable Long figure(String name) {
        return counting.figures().get(name);
    }

    @Test
    void whatComesAfterLeavingIsLateAlsoOfAPairThatWasNeverHeardOf() {
        counting.beginLate(qpNum);
        wire.send(1, 1);
        wire.serve(counting);
        counting.endLate(qpNum);
        wire.send(1, 1);
        wire.serve(counting);
        counting.beginLate(qpNum);
        wire.send(1, 1);
        wire.serve(counting);
        assertEquals(count(3, 3, 2, 0), counting.count(qpNum));
    }

    @Test
    void receivesThatFailAreToldFromSendsOfSomebodyElse() {
        wire.sendFromHere();
        wire.serve(counting);
        wire.fail();
        wire.serve(counting);
        assertEquals(count(0, 0, 0, Wire.BUFFERS), counting.count(qpNum));
        assertEquals(1L, figure("sends"));
        assertEquals(0L, figure("otherFailures"));
    }

    @Test
    void anEchoIsTheSameMessageAndTheBufferComesBack() {
        wire.listenThere(3);
        for (int i = 1; i <= 3; i++) {
            wire.send(10 * i, i);
        }
        wire.serve(echo);
        wire.serve(echo);
        assertEquals(List.of("10 x 1", "20 x 2", "30 x 3"), wire.heardThere());
        assertEquals(3L, echo.figures().get("repliesSent"));
        assertEquals(3L, echo.figures().get("repliesCompleted"));
        assertEquals(0L, echo.figures().get("noRoom"));
        assertEquals(Wire.BUFFERS, wire.posted());
    }

    @Test
    void repliesUnderWayAtASwapDoNotLoseTheirBuffers() {
        wire.send(10, 1);
        wire.send(10, 2);
        // The echo's sends complete when the counting handler is there already.
        CompletionHandler swapping =
                new CompletionHandler() {
                    private boolean first = true;

                    @Override
                    public void onCompletions(CompletionBatch batch) {
                        (first ? echo : counting).onCompletions(batch);
                        first = false;
                    }
                };
        wire.serve(swapping);
        assertEquals(2L, echo.figures().get("repliesSent"));
        assertEquals(2L, figure("sends"));
        assertEquals(Wire.BUFFERS, wire.posted());
    }

    @Test
    void anEchoSurvivesFailuresAndSendsOfOthers() {
        wire.sendFromHere();
        wire.serve(echo);
        assertEquals(1L, echo.figures().get("withoutBuffer"));
        wire.fail();
        wire.serve(echo);
        assertEquals((long) Wire.BUFFERS, echo.figures().get("failures"));
    }
}
