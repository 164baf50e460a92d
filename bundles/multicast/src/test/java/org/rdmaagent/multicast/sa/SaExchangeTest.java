// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaAttribute;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.mad.SaStatus;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** What an exchange makes of answers that come late, twice, broken, or to others. */
class SaExchangeTest {
    private static final long MILLI = 1_000_000;
    private static final int AGENT = 3;
    private static final MadAddress SM = new MadAddress(new Lid(9), 1, 0x8001_0000, 2);
    private static final SaQuery QUERY = SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 0);

    private record Due(long at, MadReply reply) {}

    /** A session whose far end is a part of the test; time passes when somebody waits. */
    private static final class Scripted implements MadSession {
        private final BiConsumer<Scripted, SaQuery> farEnd;
        private final List<SaQuery> asked = new ArrayList<>();
        private final PriorityQueue<Due> due =
                new PriorityQueue<>((one, other) -> Long.compare(one.at, other.at));
        private long now;

        Scripted(BiConsumer<Scripted, SaQuery> farEnd) {
            this.farEnd = farEnd;
        }

        void answer(long millis, SaAnswer answer) {
            arrive(millis, AGENT, 0, answer.toBytes());
        }

        void arrive(long millis, int agent, int status, ByteBuffer mad) {
            due.add(new Due(now + millis * MILLI, new MadReply(agent, status, mad)));
        }

        @Override
        public PortId port() {
            return new PortId("mlx4_0", 1);
        }

        @Override
        public int register(MadClass madClass) {
            assertEquals(MadClass.SUBN_ADM, madClass);
            return AGENT;
        }

        @Override
        public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
            assertEquals(AGENT, agent);
            assertEquals(SM, to);
            assertEquals(3_000, timeoutMillis);
            asked.add(SaQuery.decode(mad));
            farEnd.accept(this, SaQuery.decode(mad));
        }

        @Override
        public @Nullable MadReply receive(long timeoutNanos) {
            Due next = due.peek();
            if (next == null || next.at > now + timeoutNanos) {
                now += timeoutNanos;
                return null;
            }
            now = Math.max(now, next.at);
            return due.remove().reply;
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private static SaAnswer ask(Scripted session) {
        return new SaExchange(session, SM).ask("SubnAdmGetTable", QUERY);
    }

    private static SaAnswer empty(SaQuery query) {
        return SaAnswer.table(query, SaAttribute.MC_MEMBER_RECORD, List.of());
    }

    @Test
    void eachAttemptHasATransactionIdOfItsOwnAndALateAnswerWillDo() {
        Scripted session = new Scripted((far, query) -> far.answer(4_000, empty(query)));
        assertEquals(1, ask(session).transactionId());
        assertEquals(List.of(1L, 2L), session.asked.stream().map(SaQuery::transactionId).toList());
        assertEquals(4_000 * MILLI, session.nanoTime());
    }

    @Test
    void anExchangeDoesNotTakeTheAnswersOfTheQuestionBefore() {
        Scripted session =
                new Scripted(
                        (far, query) -> {
                            far.answer(1, empty(query));
                            far.answer(2, empty(query));
                        });
        SaExchange exchange = new SaExchange(session, SM);
        for (int round = 1; round <= 3; round++) {
            assertEquals(round, exchange.ask("SubnAdmGetTable", QUERY).transactionId());
        }
    }

    @Test
    void whatIsNoAnswerToTheQuestionIsPassedOver() {
        Scripted session =
                new Scripted(
                        (far, query) -> {
                            ByteBuffer good = empty(query).toBytes();
                            far.arrive(1, AGENT + 1, 0, good);
                            far.answer(2, empty(query.withTransactionId(77)));
                            far.arrive(3, AGENT, 0, good.duplicate().limit(100));
                            far.arrive(4, AGENT, 0, good.duplicate().limit(8));
                            far.arrive(5, AGENT, 0, empty(query).toBytes().put(16, (byte) 1));
                            far.arrive(6, AGENT, 0, query.toBytes());
                            far.answer(7, empty(query));
                        });
        assertEquals(1, ask(session).transactionId());
        assertEquals(7 * MILLI, session.nanoTime());
    }

    @Test
    void aTimeOutOfTheDriverEndsAnAttemptAtOnce() {
        Scripted session =
                new Scripted((far, query) -> far.arrive(10, AGENT, 110, query.toBytes()));
        assertErrno("ETIMEDOUT", session);
        assertEquals(3, session.asked.size());
        assertEquals(30 * MILLI, session.nanoTime());
    }

    @Test
    void anotherErrorOfTheDriverIsToldAsItIs() {
        Scripted session = new Scripted((far, query) -> far.arrive(1, AGENT, 5, query.toBytes()));
        assertErrno("EIO", session);
        assertEquals(1, session.asked.size());
    }

    @Test
    void aBusyOneIsAskedAgainWhenItHadTime() {
        Scripted session =
                new Scripted(
                        (far, query) ->
                                far.answer(
                                        1,
                                        query.transactionId() < 3
                                                ? SaAnswer.error(query, SaStatus.BUSY)
                                                : empty(query)));
        assertEquals(3, ask(session).transactionId());
        assertEquals(6_001 * MILLI, session.nanoTime());
    }

    @Test
    void oneThatStaysBusyIsToldApartFromASilentOne() {
        Scripted busy =
                new Scripted((far, query) -> far.answer(1, SaAnswer.error(query, SaStatus.BUSY)));
        assertErrno("EPROTO", busy);
        Scripted silent = new Scripted((far, query) -> {});
        assertErrno("ETIMEDOUT", silent);
        assertEquals(9_000 * MILLI, silent.nanoTime());
    }

    private static void assertErrno(String name, Scripted session) {
        RdmaException refusal = assertThrows(RdmaException.class, () -> ask(session));
        assertEquals(name, refusal.errno().name());
        assertEquals("mlx4_0/1 to LID 9", refusal.subject());
    }
}
