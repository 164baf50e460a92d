// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.counting;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Modified;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.dataplane.MessageCounter;
import org.rdmaagent.verbs.WorkCompletionFlag;

/**
 * Counts what the queue pairs of a queue receive, and gives the buffers back. One for each file
 * {@code org.rdmaagent.handlers.counting-NAME.cfg}; its key {@code rdma.cq} names the queue. It
 * stays the same one, with its counts, while that file is edited.
 */
@Component(
        service = {CompletionHandler.class, MessageCounter.class},
        configurationPid = "org.rdmaagent.handlers.counting",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class CountingHandler implements CompletionHandler, MessageCounter {
    private static final int NETWORK_HEADER = 40;

    private final PairTable pairs = new PairTable();
    private final Set<Integer> late = ConcurrentHashMap.newKeySet();
    private final AtomicLong sends = new AtomicLong();
    private final AtomicLong otherFailures = new AtomicLong();

    /**
     * The file changed. That there is such a method makes the component runtime keep this object
     * and change the properties of its service, which the poll loops follow.
     */
    @Modified
    void modified() {}

    @Override
    public void onCompletions(CompletionBatch batch) {
        PairCount pair = null;
        long messages = 0;
        long bytes = 0;
        while (batch.next()) {
            PairCount next = pair(pair, batch.qpNum());
            if (next != pair) {
                add(pair, messages, bytes);
                pair = next;
                messages = 0;
                bytes = 0;
            }
            if (!batch.isSuccess()) {
                failed(batch, next);
            } else if (batch.opcode().isReceive()) {
                messages++;
                bytes += payload(batch);
            } else {
                sent(batch);
            }
        }
        add(pair, messages, bytes);
    }

    private static void add(@Nullable PairCount pair, long messages, long bytes) {
        if (pair != null && messages > 0) {
            pair.received(messages, bytes);
        }
    }

    /** Mostly the same one as before. */
    private PairCount pair(@Nullable PairCount before, int qpNum) {
        if (before != null && before.qpNum() == qpNum) {
            return before;
        }
        PairCount known = pairs.find(qpNum);
        return known != null ? known : firstSight(qpNum);
    }

    /** Whoever says "late" at the same time meets the row, or is met here. */
    private PairCount firstSight(int qpNum) {
        PairCount row = pairs.add(qpNum);
        if (late.contains(qpNum)) {
            row.late(true);
        }
        return row;
    }

    private static int payload(CompletionBatch batch) {
        int header = batch.has(WorkCompletionFlag.GRH) ? NETWORK_HEADER : 0;
        int bytes =
                batch.hasPayload()
                        ? batch.payload().remaining()
                        : Math.max(0, batch.byteLen() - header);
        boolean unused = giveBack(batch);
        return bytes;
    }

    /** Whether there was a buffer. */
    private static boolean giveBack(CompletionBatch batch) {
        if (!batch.hasBuffer()) {
            return false;
        }
        batch.repost();
        return true;
    }

    /** Replies of a handler before this one may still be under way, with buffers of the ring. */
    private void sent(CompletionBatch batch) {
        sends.incrementAndGet();
        boolean unused = giveBack(batch);
    }

    private void failed(CompletionBatch batch, PairCount pair) {
        if (giveBack(batch)) {
            pair.failed();
        } else {
            otherFailures.incrementAndGet();
        }
    }

    @Override
    public List<MessageCount> counts() {
        return pairs.all().stream()
                .map(PairCount::count)
                .sorted(Comparator.comparingInt(MessageCount::qpNum))
                .toList();
    }

    @Override
    public MessageCount count(int qpNum) {
        PairCount pair = pairs.find(qpNum);
        return pair == null ? new MessageCount(qpNum, 0, 0, 0, 0) : pair.count();
    }

    @Override
    public void beginLate(int qpNum) {
        late.add(qpNum);
        mark(qpNum, true);
    }

    @Override
    public void endLate(int qpNum) {
        late.remove(qpNum);
        mark(qpNum, false);
    }

    private void mark(int qpNum, boolean on) {
        PairCount pair = pairs.find(qpNum);
        if (pair != null) {
            pair.late(on);
        }
    }

    @Override
    public Map<String, Long> figures() {
        List<MessageCount> all = counts();
        return Map.of(
                "queuePairs", (long) all.size(),
                "receivedMessages", all.stream().mapToLong(MessageCount::messages).sum(),
                "receivedBytes", all.stream().mapToLong(MessageCount::bytes).sum(),
                "lateMessages", all.stream().mapToLong(MessageCount::lateMessages).sum(),
                "failedReceives", all.stream().mapToLong(MessageCount::failures).sum(),
                "sends", sends.get(),
                "otherFailures", otherFailures.get());
    }
}
