// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.layout.IbvWc;

class BatchBuffersTest {
    private static final int MOST = 64;

    private final PairStruct struct = new PairStruct(new Memory(64));
    private final Memory memory = new Memory((long) MOST * IbvWc.SIZE);
    private final ByteBuffer entries =
            memory.getByteBuffer(0, memory.size()).order(ByteOrder.nativeOrder());
    private final BatchBuffers buffers =
            new BatchBuffers(JnaAccess.INSTANCE.memory(), Pointer.nativeValue(memory), MOST);

    private PolledPair pair(int number) {
        return new PolledPair(number, 0, struct, true, true, null, null);
    }

    /** Fills every byte, so that a part that is not moved shows. */
    private byte[] fill(int i, int number, Random random) {
        byte[] entry = new byte[IbvWc.SIZE];
        random.nextBytes(entry);
        entries.put(i * IbvWc.SIZE, entry);
        entries.putInt(i * IbvWc.SIZE + IbvWc.QP_NUM.offset(), number);
        return at(i);
    }

    private byte[] at(int i) {
        byte[] entry = new byte[IbvWc.SIZE];
        entries.get(i * IbvWc.SIZE, entry);
        return entry;
    }

    @Test
    void completionsOfUnknownQueuePairsAreLeftOutAndTheOthersMoveUp() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<PolledPair> known = List.of(pair(10), pair(11), pair(12));
        PairTable<PolledPair> table = new PairTable<>(known);
        for (int round = 0; round < 1000; round++) {
            int count = random.nextInt(MOST + 1);
            List<byte[]> wanted = new ArrayList<>();
            List<PolledPair> whose = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = 10 + random.nextInt(6);
                byte[] entry = fill(i, number, random);
                if (number < 13) {
                    wanted.add(entry);
                    whose.add(known.get(number - 10));
                }
            }
            assertEquals(wanted.size(), buffers.found(count, table), "seed " + seed);
            for (int i = 0; i < wanted.size(); i++) {
                assertEquals(
                        ByteBuffer.wrap(wanted.get(i)), ByteBuffer.wrap(at(i)), "seed " + seed);
                assertSame(whose.get(i), buffers.pair(i), "seed " + seed);
            }
        }
    }
}
