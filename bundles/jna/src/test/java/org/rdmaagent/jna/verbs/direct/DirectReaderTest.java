// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.verbs.WorkCompletionStatus;

class DirectReaderTest {
    private static final int SEND = 1;
    private static final int ERROR = 0x1e;
    private static final int INDEX = 0xff_ffff;
    private static final int COUNTER = 0xffff;

    /** A segment of no bytes with the key that ends a list, big endian. */
    private static final long INVALID_LKEY = 0x100;

    /** Buffers in any order, over the end of the index and of the counter. */
    @ParameterizedTest
    @CsvSource({"32,4", "64,5"})
    void whatTheCardWritesIsReadInItsOrder(int entryBytes, int slotShift) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int rounds = 20_000;
        try (FakeCard card = new FakeCard(entryBytes, slotShift, INDEX - 5000, COUNTER - 3000)) {
            DirectBatch batch = card.reader.batch();
            List<Integer> outstanding = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                String where = "seed " + seed + " round " + i;
                while (outstanding.size() < FakeCard.BUFFERS && random.nextInt(4) != 0) {
                    outstanding.add(card.complete(FakeCard.NUMBER, SEND, 0, 40 + i % 80));
                }
                int max = 1 + random.nextInt(16);
                int found = card.poll(max);
                assertEquals(Math.min(max, outstanding.size()), found, where);
                assertEquals(0, batch.failures(), where);
                List<Integer> buffers = new ArrayList<>();
                while (batch.next()) {
                    assertEquals((long) outstanding.remove(0), batch.wrId(), where);
                    assertEquals(WorkCompletionStatus.SUCCESS, batch.status(), where);
                    if (random.nextBoolean()) {
                        batch.repost();
                    } else {
                        card.receives.giveBack((int) batch.wrId()); // in another order
                    }
                    buffers.add((int) batch.wrId());
                }
                assertEquals(found, buffers.size(), where);
                card.reader.flush();
                assertEquals(card.produced() - outstanding.size() & INDEX, card.consumed(), where);
                int posted = card.received() - outstanding.size() + FakeCard.BUFFERS;
                assertEquals(posted & COUNTER, card.posted(), where);
                assertEquals(FakeCard.BUFFERS, card.reader.posted() + card.reader.held(), where);
            }
            if (slotShift > 4) {
                assertEquals(INVALID_LKEY, Long.reverseBytes(card.terminator(card.received())));
            }
        }
    }

    @Test
    void failuresAreToldAsTheLibraryTellsThem() {
        try (FakeCard card = new FakeCard(32, 5, 0, 0)) {
            int good = card.complete(FakeCard.NUMBER, SEND, 0, 60);
            int bad = card.complete(FakeCard.NUMBER, ERROR, 0x04, 0);
            int flushed = card.complete(FakeCard.NUMBER, ERROR, 0x05, 0);
            assertEquals(3, card.poll(16));
            DirectBatch batch = card.reader.batch();
            assertEquals(2, batch.failures());
            assertEquals(WorkCompletionStatus.LOC_PROT_ERR, batch.statusOf(1));
            assertTrue(batch.next());
            assertEquals(good, batch.wrId());
            assertEquals(60, batch.byteLen());
            assertTrue(batch.next());
            assertEquals(bad, batch.wrId());
            assertEquals(0x7e, batch.vendorError());
            assertThrows(IllegalStateException.class, batch::byteLen);
            assertTrue(batch.next());
            assertEquals(flushed, batch.wrId());
            assertEquals(WorkCompletionStatus.WR_FLUSH_ERR, batch.status());
            batch.repost();
            card.reader.flush();
            assertEquals(
                    FakeCard.BUFFERS, card.posted(), "nothing is posted to a pair that flushes");
            assertEquals(1, card.ring.lost());
        }
    }

    @Test
    void anUnknownPairIsToldAndPassedOver() {
        try (FakeCard card = new FakeCard(32, 4, 0, 0)) {
            int first = card.complete(FakeCard.NUMBER, SEND, 0, 50);
            int unknown = card.complete(FakeCard.NUMBER + 1, SEND, 0, 51);
            int last = card.complete(FakeCard.NUMBER, SEND, 0, 52);
            assertEquals(-1, unknown);
            DirectBatch batch = card.reader.batch();
            assertEquals(1, card.poll(16), "what is before it");
            assertTrue(batch.next());
            assertEquals(first, batch.wrId());
            assertEquals(DirectReader.UNKNOWN, card.poll(16));
            card.reader.skip();
            assertEquals(1, card.poll(16), "what is behind it");
            assertTrue(batch.next());
            assertEquals(last, batch.wrId());
            assertEquals(0, card.poll(16));
            assertEquals(0, card.reader.pollPlain(16));
        }
    }

    /** Its memory may be given away: nothing of it is written to. */
    @Test
    void theQueueOfAPairThatIsClosedIsLeftAlone() {
        try (FakeCard card = new FakeCard(32, 4, 0, 0)) {
            for (int i = 0; i < 3; i++) {
                int unused = card.complete(FakeCard.NUMBER, SEND, 0, 44);
            }
            assertEquals(3, card.poll(16));
            DirectBatch batch = card.reader.batch();
            assertTrue(batch.next());
            byte[] before = card.receiveQueue();
            card.reader.use(List.of());
            batch.repost();
            batch.giveBackCurrent();
            assertFalse(batch.hasPayload());
            card.reader.flush();
            assertEquals(0, batch.remaining());
            assertArrayEquals(before, card.receiveQueue());
            assertEquals(FakeCard.BUFFERS, card.posted());
        }
    }

    @Test
    void whatAnotherThreadGivesBackIsPostedAgain() {
        try (FakeCard card = new FakeCard(32, 5, 0, 0)) {
            DirectBatch batch = card.reader.batch();
            for (int i = 0; i < 5; i++) {
                int unused = card.complete(FakeCard.NUMBER, SEND, 0, 44);
            }
            assertEquals(5, card.poll(16));
            while (batch.next()) {
                assertTrue(batch.hasBuffer());
            }
            assertEquals(0, card.poll(16));
            assertEquals(FakeCard.BUFFERS - 5, card.reader.posted());
            assertEquals(5, card.reader.held());
            for (int i = 4; i >= 0; i--) {
                card.receives.giveBack(i);
            }
            assertTrue(card.isRung());
            assertEquals(0, card.poll(16));
            assertEquals(FakeCard.BUFFERS + 5, card.posted());
            assertEquals(0, card.reader.held());
        }
    }

    /** Posting them writes where the buffers of the batch were read. */
    @Test
    void whatIsPostedMeanwhileDoesNotChangeABatch() {
        try (FakeCard card = new FakeCard(32, 4, 0, 0)) {
            for (int i = 0; i < 3; i++) {
                int unused = card.complete(FakeCard.NUMBER, SEND, 0, 44 + i);
            }
            assertEquals(3, card.poll(16));
            DirectBatch batch = card.reader.batch();
            assertTrue(batch.next());
            card.receives.giveBack(0);
            assertTrue(batch.next());
            batch.repost();
            card.reader.postReturned();
            assertEquals(1, batch.wrId());
            assertFalse(batch.hasBuffer());
            assertTrue(batch.next());
            assertEquals(2, batch.wrId());
            assertEquals(46, batch.byteLen());
            assertTrue(batch.hasBuffer());
            assertEquals(0, batch.failures());
            card.reader.flush();
            assertEquals(FakeCard.BUFFERS + 2, card.posted());
            assertEquals(1, card.reader.held());
        }
    }

    @Test
    void afterSomethingElseGoodOnesAreReadAsBefore() {
        try (FakeCard card = new FakeCard(32, 4, 0, 0)) {
            DirectBatch batch = card.reader.batch();
            for (int round = 0; round < 3; round++) {
                int good = card.complete(FakeCard.NUMBER, SEND, 0, 60);
                int bad = card.complete(FakeCard.NUMBER, ERROR, 0x04, 0);
                int last = card.complete(FakeCard.NUMBER, SEND, 0, 61);
                assertEquals(2, card.poll(2));
                assertEquals(1, batch.failures());
                assertTrue(batch.next());
                assertEquals(good, batch.wrId());
                assertTrue(batch.next());
                assertEquals(bad, batch.wrId());
                assertEquals(1, card.poll(2));
                assertEquals(0, batch.failures());
                assertTrue(batch.next());
                assertEquals(last, batch.wrId());
                assertEquals(61, batch.byteLen());
                assertEquals(0, card.poll(2));
                assertEquals(0, card.reader.pollPlain(2), "all is settled");
            }
        }
    }

    @Test
    void anotherPortGoesOnWhereThisOneEnds() {
        try (FakeCard card = new FakeCard(64, 4, 0, 0)) {
            for (int i = 0; i < 3; i++) {
                int unused = card.complete(FakeCard.NUMBER, SEND, 0, 44);
            }
            assertEquals(2, card.poll(2));
            card.reader.flush();
            DirectReader next =
                    new DirectReader(card.queue, card.memory, new FakeCard.NoCalls(), () -> {});
            next.use(List.of(card.receives));
            assertEquals(1, next.poll(16));
            assertTrue(next.batch().next());
            assertEquals(2L, next.batch().wrId());
        }
    }
}
