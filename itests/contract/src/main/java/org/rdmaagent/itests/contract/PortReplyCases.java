// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Replies from the buffer that a message came in. */
final class PortReplyCases {
    private static final int DEPTH = 8;

    private PortReplyCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("reply: RC", bench -> replied(bench, QpType.RC)),
                ContractCase.of("reply: UD", bench -> replied(bench, QpType.UD)),
                ContractCase.of("reply: impossible sizes", PortReplyCases::sizes),
                ContractCase.of("reply: nothing beyond it", PortReplyCases::decided),
                ContractCase.of(
                        "reply: a full send queue",
                        Trait.SENDS_KEEP_THEIR_PLACE,
                        PortReplyCases::full),
                ContractCase.of("reply: before RTS", PortReplyCases::early));
    }

    /** The second one has a ring and one queue for both; the first one has receives. */
    private static Endpoint[] pair(Workbench bench, QpType type) {
        Endpoint asker = bench.endpoint(type);
        Endpoint answerer = Rings.single(bench, type, DEPTH, 64);
        Rings.connect(bench, asker, answerer);
        Rings.ring(bench, answerer, Rings.BUFFERS);
        return new Endpoint[] {asker, answerer};
    }

    private static void replied(Workbench bench, QpType type) {
        Endpoint[] pair = pair(bench, type);
        int head = type == QpType.UD ? 40 : 0;
        try (Polling polling = Polling.of(bench, pair[1])) {
            for (int i = 0; i < 3 * Rings.BUFFERS; i++) {
                int buffer = i % Rings.BUFFERS;
                pair[0].receive(i, pair[0].in(0, 512));
                Rings.say(bench, pair[0], pair[1], i, 20);
                CompletionBatch one = polling.good(buffer);
                Rings.heard(one, i, 20);
                // Longer than what came, and begun with something else.
                one.payload().put((byte) ~i);
                Expect.that(one.reply(64), "it is sent back");
                WorkCompletion answer = bench.await(pair[0].receives());
                Expect.that(answer.succeeded(), "the answer: " + answer);
                Expect.equal(
                        64L + head,
                        answer.details().orElseThrow().byteLen(),
                        "bytes of the answer");
                byte[] expected = Endpoint.pattern(20, i);
                expected[0] = (byte) ~i;
                pair[0].receivedIs(expected, head, "answer");
                sent(polling, buffer);
            }
        }
    }

    /** The completion of a reply brings the buffer back. */
    private static void sent(Polling polling, int buffer) {
        polling.buffers(Rings.BUFFERS - 1, 1);
        CompletionBatch done = polling.good(buffer);
        Expect.equal(WorkCompletionOpcode.SEND, done.opcode(), "opcode");
        Expect.that(!done.hasPayload(), "it is no receive");
        Rings.refuses(() -> done.reply(1), "replying to a reply");
        polling.buffers(Rings.BUFFERS - 1, 1);
        done.repost();
        Rings.refuses(done::repost, "giving it back twice");
        polling.port().flush();
        polling.buffers(Rings.BUFFERS, 0);
    }

    private static void sizes(Workbench bench) {
        Endpoint[] pair = pair(bench, QpType.UD);
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 1, 20);
            CompletionBatch one = polling.good(0);
            Expect.mistaken(() -> one.reply(-1), "a negative size");
            Expect.mistaken(() -> one.reply(Rings.ROOM + 1), "more than the buffer holds");
            pair[0].receive(1, pair[0].in(0, 512));
            Expect.that(one.reply(Rings.ROOM), "all that the buffer holds");
            Expect.that(bench.await(pair[0].receives()).succeeded(), "it arrives");
            sent(polling, 0);
            Rings.say(bench, pair[0], pair[1], 2, 20);
            pair[0].receive(2, pair[0].in(0, 512));
            CompletionBatch next = polling.good(1);
            Expect.that(next.reply(0), "nothing at all");
            Expect.that(bench.await(pair[0].receives()).succeeded(), "that arrives, too");
            sent(polling, 1);
        }
    }

    private static void decided(Workbench bench) {
        Endpoint[] pair = pair(bench, QpType.RC);
        pair[0].receive(1, pair[0].in(0, 512));
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 1, 20);
            CompletionBatch one = polling.good(0);
            Expect.that(one.reply(20), "it is sent back");
            Rings.refuses(() -> one.reply(20), "replying twice");
            Rings.refuses(one::repost, "giving it back while it is sent");
            polling.port().abandonCurrent();
            polling.port().flush();
            sent(polling, 0);
        }
    }

    private static void full(Workbench bench) {
        Endpoint[] pair = pair(bench, QpType.UD);
        SendTarget.Datagram unheard =
                new SendTarget.Datagram(
                        bench.pd().createAh(bench.name("ah"), bench.way()),
                        pair[0].qp().number(),
                        Steps.QKEY_VALUE + 1);
        try (Polling polling = Polling.of(bench, pair[1])) {
            Rings.say(bench, pair[0], pair[1], 1, 20);
            CompletionBatch one = polling.good(0);
            int taken = 0;
            SendRequest datagram = SendRequest.datagram(1000, List.of(), unheard);
            while (pair[1].qp().postSend(List.of(datagram)).count() == 1) {
                taken++;
                Expect.that(taken < 8 * DEPTH, "it becomes full");
            }
            Expect.that(!one.reply(20), "there is no room for a reply");
            Rings.heard(one, 1, 20);
            polling.buffers(Rings.BUFFERS - 1, 1);
            one.repost();
            polling.port().flush();
            polling.buffers(Rings.BUFFERS, 0);
            for (int i = 0; i < taken; i++) {
                Expect.equal(WorkCompletionOpcode.SEND, polling.good(1000).opcode(), "opcode");
            }
            Rings.say(bench, pair[0], pair[1], 2, 20);
            Expect.that(polling.good(1).reply(20), "there is room again");
            sent(polling, 1);
        }
    }

    /** It receives already, and cannot send yet. */
    private static void early(Workbench bench) {
        Endpoint asker = bench.endpoint(QpType.RC);
        Endpoint answerer = Rings.single(bench, QpType.RC, DEPTH, 64);
        answerer.listen(asker, bench.way());
        asker.ready(answerer, bench.way());
        Rings.ring(bench, answerer, Rings.BUFFERS);
        try (Polling polling = Polling.of(bench, answerer)) {
            Rings.say(bench, asker, answerer, 1, 20);
            CompletionBatch one = polling.good(0);
            Expect.equal(QpState.RTR, answerer.state(), "state");
            Expect.that(!one.reply(20), "it cannot send");
            one.repost();
            polling.port().flush();
            polling.buffers(Rings.BUFFERS, 0);
        }
    }
}
