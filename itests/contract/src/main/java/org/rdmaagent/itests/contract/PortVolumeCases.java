// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;

/** Very many messages, each in its turn. */
final class PortVolumeCases {
    private static final int DEPTH = 64;
    private static final int BYTES = 16;

    private PortVolumeCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        for (int batch : List.of(1, 16, 64)) {
            cases.add(
                    ContractCase.of(
                            "port: very many messages in batches of " + batch,
                            bench -> stream(bench, batch)));
        }
        return cases;
    }

    private static Endpoint end(Workbench bench) {
        CqHandle sends = bench.cq(2 * DEPTH);
        CqHandle receives = bench.cq(2 * DEPTH);
        QpCapabilities sizes = new QpCapabilities(DEPTH, DEPTH, 1, 1, 0);
        QpHandle qp =
                bench.pd()
                        .createQp(
                                bench.name("qp"),
                                new QpInit(QpType.RC, sizes, false),
                                sends,
                                receives,
                                null);
        return new Endpoint(qp, sends, receives, bench.memory(2L * Endpoint.HALF));
    }

    private static void stream(Workbench bench, int max) {
        Endpoint sender = end(bench);
        Endpoint taker = end(bench);
        Rings.connect(bench, sender, taker);
        Rings.ring(bench, taker, DEPTH);
        int total = bench.rig().portMessages();
        int received = 0;
        Sending sending = new Sending(sender);
        try (Polling polling = Polling.of(bench, taker)) {
            while (received < total) {
                // A message that finds no buffer would be sent again only after a while.
                sending.fill(Math.min(total, received + DEPTH), total);
                int found = polling.await(max);
                Expect.that(found <= max, "completions: " + found);
                received = check(polling.batch(), received);
                polling.port().flush();
            }
            polling.buffers(DEPTH, 0);
        }
        sending.drain();
    }

    private static int check(CompletionBatch batch, int from) {
        int number = from;
        while (batch.next()) {
            Expect.that(batch.isSuccess(), "status of message " + number);
            Expect.that(batch.wrId() == number % DEPTH, "buffer of message " + number);
            Expect.that(batch.byteLen() == BYTES, "bytes of message " + number);
            Expect.that(batch.payload().getLong() == number, "number of message " + number);
            batch.repost();
            number++;
        }
        return number;
    }

    /** Keeps the send queue full. */
    private static final class Sending {
        private final Endpoint from;
        private final List<SendRequest> requests = new ArrayList<>();
        private int sent;
        private int done;

        Sending(Endpoint from) {
            this.from = from;
            for (int slot = 0; slot < DEPTH; slot++) {
                requests.add(SendRequest.send(slot, List.of(from.out(slot * BYTES, BYTES))));
            }
        }

        /** Up to this message, many at a time: the handle's calls are slow ones. */
        void fill(int end, int total) {
            if (end < total && end - sent < DEPTH / 2) {
                return;
            }
            done += from.sends().poll(DEPTH).size();
            List<SendRequest> next = new ArrayList<>();
            var memory = from.memory().buffer();
            while (sent < end && sent - done < DEPTH) {
                memory.putLong(sent % DEPTH * BYTES, sent);
                next.add(requests.get(sent % DEPTH));
                sent++;
            }
            Expect.equal(next.size(), from.qp().postSend(next).count(), "messages taken");
        }

        void drain() {
            while (done < sent) {
                done += from.sends().poll(DEPTH).size();
            }
        }
    }
}
