// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.echo;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/**
 * Sends each message back to who sent it, out of the buffer that it came into. One for each file
 * {@code org.rdmaagent.handlers.echo-NAME.cfg}; its key {@code rdma.cq} names the queue.
 */
@Component(
        configurationPid = "org.rdmaagent.handlers.echo",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class EchoHandler implements CompletionHandler {
    private final AtomicLong receivedMessages = new AtomicLong();
    private final AtomicLong repliesSent = new AtomicLong();
    private final AtomicLong repliesCompleted = new AtomicLong();
    private final AtomicLong noRoom = new AtomicLong();
    private final AtomicLong withoutBuffer = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    @Override
    public void onCompletions(CompletionBatch batch) {
        while (batch.next()) {
            if (!batch.isSuccess()) {
                failures.incrementAndGet();
                giveBack(batch);
            } else if (batch.hasPayload()) {
                answer(batch);
            } else if (!batch.opcode().isReceive() && batch.hasBuffer()) {
                repliesCompleted.incrementAndGet();
                batch.repost();
            } else {
                withoutBuffer.incrementAndGet();
                giveBack(batch);
            }
        }
    }

    private static void giveBack(CompletionBatch batch) {
        if (batch.hasBuffer()) {
            batch.repost();
        }
    }

    private void answer(CompletionBatch batch) {
        receivedMessages.incrementAndGet();
        if (batch.reply(batch.payload().remaining())) {
            repliesSent.incrementAndGet();
        } else {
            noRoom.incrementAndGet();
            batch.repost();
        }
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of(
                "receivedMessages", receivedMessages.get(),
                "repliesSent", repliesSent.get(),
                "repliesCompleted", repliesCompleted.get(),
                "noRoom", noRoom.get(),
                "withoutBuffer", withoutBuffer.get(),
                "failures", failures.get());
    }
}
