// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** The cursor over a batch, and what becomes of the buffers. */
final class PortCursorCases {
    private PortCursorCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("port: the cursor goes over a batch once", PortCursorCases::once),
                ContractCase.of("port: skipped buffers are given back", PortCursorCases::skipped),
                ContractCase.of("port: the next poll flushes", PortCursorCases::flushedByPoll),
                ContractCase.of("port: closing it gives back the rest", PortCursorCases::ended),
                ContractCase.of("port: a handler that fails", PortCursorCases::abandoned),
                ContractCase.of("port: a buffer is given back once", PortCursorCases::onlyOnce),
                ContractCase.of("port: what is of no ring", PortCursorCases::foreign),
                ContractCase.of("port: one view of the payload", PortCursorCases::view),
                ContractCase.of("port: ERR flushes the ring", PortCursorCases::flushed),
                ContractCase.of(
                        "port: a batch is what was asked for at most", PortCursorCases::most));
    }

    /** An RC message is in its queue when its sender knows that it arrived. */
    private static Polling batchOf(Workbench bench, Endpoint[] pair, int messages) {
        for (int i = 0; i < messages; i++) {
            Rings.say(bench, pair[0], pair[1], i, 16);
        }
        Polling polling = Polling.of(bench, pair[1]);
        Expect.equal(messages, polling.await(64), "completions");
        return polling;
    }

    private static void next(Polling polling, int seed) {
        Expect.that(polling.batch().next(), "there is one more");
        Expect.equal((long) seed, polling.batch().wrId(), "buffer");
        Rings.heard(polling.batch(), seed, 16);
    }

    private static void once(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 3)) {
            Rings.refuses(() -> polling.batch().status(), "reading before the first one");
            for (int i = 0; i < 3; i++) {
                Expect.equal(3 - i, polling.port().remaining(), "what remains");
                next(polling, i);
                Expect.equal(3, polling.batch().size(), "size");
            }
            Expect.equal(0, polling.port().remaining(), "what remains at the end");
            Expect.that(!polling.batch().next(), "there are no more");
            Expect.that(!polling.batch().next(), "there are still no more");
            Expect.equal(0, polling.port().remaining(), "what remains behind the end");
            Rings.refuses(() -> polling.batch().wrId(), "reading behind the last one");
        }
    }

    private static void skipped(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 4)) {
            polling.buffers(Rings.BUFFERS - 4, 4);
            next(polling, 0);
            next(polling, 1);
            polling.batch().repost();
            polling.port().flush();
            // Only that of the first one, which was looked at and not given back.
            polling.buffers(Rings.BUFFERS - 1, 1);
            polling.port().flush();
            polling.buffers(Rings.BUFFERS - 1, 1);
        }
    }

    private static void flushedByPoll(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 3)) {
            next(polling, 0);
            polling.batch().repost();
            Expect.equal(0, polling.port().poll(64), "further completions");
            polling.buffers(Rings.BUFFERS, 0);
            Expect.equal(0, polling.batch().size(), "size of the empty batch");
        }
    }

    private static void ended(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling first = batchOf(bench, pair, 3)) {
            next(first, 0);
            first.batch().repost();
        }
        try (Polling second = Polling.of(bench, pair[1])) {
            Expect.equal(0, second.port().poll(64), "further completions");
            second.buffers(Rings.BUFFERS, 0);
        }
    }

    private static void abandoned(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 4)) {
            polling.port().abandonCurrent();
            next(polling, 0);
            polling.port().abandonCurrent();
            Expect.equal(3, polling.port().remaining(), "the cursor stays");
            next(polling, 1);
            polling.batch().repost();
            polling.port().abandonCurrent();
            next(polling, 2);
            polling.port().abandonCurrent();
            polling.port().abandonCurrent();
            next(polling, 3);
            polling.port().flush();
            polling.buffers(Rings.BUFFERS - 1, 1);
        }
    }

    private static void onlyOnce(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 2)) {
            next(polling, 0);
            CompletionBatch batch = polling.batch();
            batch.repost();
            Rings.refuses(batch::repost, "giving it back twice");
            Rings.refuses(() -> batch.reply(1), "replying from it afterwards");
            next(polling, 1);
            batch.repost();
            polling.port().flush();
            polling.buffers(Rings.BUFFERS, 0);
        }
    }

    private static void foreign(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].receive(0, pair[1].in(0, 64));
        try (Polling polling = Polling.of(bench, pair[1].receives())) {
            byte[] sent = pair[0].fill(0, 64, 4);
            pair[0].send(1, pair[0].out(0, 64));
            CompletionBatch one = polling.good(0);
            Expect.equal(64, one.byteLen(), "length");
            Expect.that(!one.hasPayload(), "no buffer of a ring");
            Rings.refuses(one::payload, "its payload");
            Rings.refuses(one::repost, "giving it back");
            Rings.refuses(() -> one.reply(1), "replying to it");
            polling.port().abandonCurrent();
            pair[1].receivedIs(sent, 0, "received");
            polling.buffers(0, 0);
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static void view(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        try (Polling polling = batchOf(bench, pair, 2)) {
            next(polling, 0);
            ByteBuffer first = polling.batch().payload();
            Expect.equal(ByteOrder.BIG_ENDIAN, first.order(), "its byte order");
            first.get();
            Expect.equal(16, polling.batch().payload().remaining(), "asked for anew");
            next(polling, 1);
            Expect.that(first == polling.batch().payload(), "the same object each time");
        }
    }

    /** They cannot be posted again: they are neither posted nor held then. */
    private static void flushed(Workbench bench) {
        for (QpType type : List.of(QpType.RC, QpType.UD)) {
            Endpoint[] pair = Rings.pair(bench, type);
            try (Polling polling = Polling.of(bench, pair[1])) {
                pair[1].qp().modify(QpAttributes.ofState(QpState.ERR));
                for (int i = 0; i < Rings.BUFFERS; i++) {
                    CompletionBatch one = polling.one();
                    Expect.equal("WR_FLUSH_ERR", one.status().name(), "status");
                    Expect.equal((long) i, one.wrId(), "order");
                    Expect.that(!one.hasPayload(), "no payload");
                    if (i % 2 == 0) {
                        one.repost();
                    } else {
                        polling.port().abandonCurrent();
                    }
                }
                Expect.equal(0, polling.port().poll(64), "further completions");
                polling.buffers(0, 0);
            }
        }
    }

    private static void most(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        for (int i = 0; i < 7; i++) {
            Rings.say(bench, pair[0], pair[1], i, 16);
        }
        try (Polling polling = Polling.of(bench, pair[1])) {
            Expect.equal(3, polling.port().poll(3), "asked for 3");
            next(polling, 0);
            Expect.equal(1, polling.port().poll(1), "asked for 1");
            next(polling, 3);
            Expect.equal(3, polling.port().poll(64), "asked for all");
            next(polling, 4);
            MrHandle memory = pair[1].memory();
            Expect.that(memory.isOpen(), "the memory is open");
        }
    }
}
