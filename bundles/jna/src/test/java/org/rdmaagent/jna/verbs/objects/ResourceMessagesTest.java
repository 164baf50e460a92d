// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.ObjectKind;

class ResourceMessagesTest {
    private static final int NESTED = 0x8000;
    private static final int DONE = 3;

    /** An answer of Linux 6.1 on x86-64, about a software device whose kernel users have a few. */
    private static final String RECORDED =
            "d40000000914020001000000aa00000008000100000000000900020072786530000000"
                    + "00b0000f001800100007001100706400000c0012000100000000000000180010000700"
                    + "1100637100000c00120001000000000000001800100007001100717000000c00120001"
                    + "000000000000001c0010000a001100636d5f69640000000c0012000000000000000000"
                    + "18001000070011006d7200000c00120000000000000000001800100008001100637478"
                    + "000c00120000000000000000001800100008001100737271000c001200000000000000"
                    + "0000";

    private final ByteBuffer bytes = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
    private final Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);

    /** Writes something with its length in front, padded to four bytes. */
    private void sized(int headerBytes, Runnable header, Runnable body) {
        int start = bytes.position();
        header.run();
        body.run();
        int length = bytes.position() - start;
        if (headerBytes == Integer.BYTES) {
            bytes.putInt(start, length);
        } else {
            bytes.putShort(start, (short) length);
        }
        while (bytes.position() % 4 != 0) {
            bytes.put((byte) 0);
        }
    }

    private void message(int type, Runnable body) {
        sized(
                Integer.BYTES,
                () -> bytes.putInt(0).putShort((short) type).putShort((short) 2).putLong(0),
                body);
    }

    private void attribute(int type, Runnable body) {
        sized(Short.BYTES, () -> bytes.putShort((short) 0).putShort((short) type), body);
    }

    private void text(int type, String value) {
        attribute(type, () -> bytes.put(value.getBytes(StandardCharsets.US_ASCII)).put((byte) 0));
    }

    private void entry(String name, long count) {
        attribute(
                ResourceMessages.RES_SUMMARY_ENTRY | NESTED,
                () -> {
                    text(ResourceMessages.RES_SUMMARY_ENTRY_NAME, name);
                    attribute(ResourceMessages.RES_SUMMARY_ENTRY_CURR, () -> bytes.putLong(count));
                });
    }

    private void device(String name, Runnable entries) {
        message(
                ResourceMessages.RES_GET,
                () -> {
                    attribute(1, () -> bytes.putInt(7));
                    text(ResourceMessages.DEV_NAME, name);
                    attribute(ResourceMessages.RES_SUMMARY | NESTED, entries);
                });
    }

    private boolean read(String device) {
        return ResourceMessages.read(bytes.duplicate().order(bytes.order()).flip(), device, counts);
    }

    @Test
    void onlyTheDeviceThatWasAskedForCounts() {
        device("rxe0", () -> entry("qp", 5));
        device(
                "rxe1",
                () -> {
                    entry("pd", 3);
                    entry("qp", 2);
                    entry("cm_id", 9);
                    entry("mr", Long.MAX_VALUE);
                });
        assertTrue(read("rxe1"));
        assertEquals(
                Map.of(
                        ObjectKind.PROTECTION_DOMAIN,
                        3,
                        ObjectKind.QUEUE_PAIR,
                        2,
                        ObjectKind.MEMORY_REGION,
                        Integer.MAX_VALUE),
                counts);
    }

    @Test
    void aRealAnswerIsUnderstood() {
        ByteBuffer recorded =
                ByteBuffer.wrap(HexFormat.of().parseHex(RECORDED)).order(ByteOrder.LITTLE_ENDIAN);
        assertTrue(ResourceMessages.read(recorded, "rxe0", counts));
        assertEquals(
                Map.of(
                        ObjectKind.PROTECTION_DOMAIN,
                        1,
                        ObjectKind.COMPLETION_QUEUE,
                        1,
                        ObjectKind.QUEUE_PAIR,
                        1,
                        ObjectKind.MEMORY_REGION,
                        0,
                        ObjectKind.CONTEXT,
                        0,
                        ObjectKind.SHARED_RECEIVE_QUEUE,
                        0),
                counts);
    }

    @Test
    void theEndIsTold() {
        device("rxe0", () -> entry("qp", 5));
        message(DONE, () -> bytes.putInt(0));
        assertFalse(read("rxe0"));
        assertEquals(Map.of(ObjectKind.QUEUE_PAIR, 5), counts);
    }

    @Test
    void nothingIsTheEndToo() {
        assertFalse(read("rxe0"));
        assertEquals(Map.of(), counts);
    }

    @Test
    void whatIsCutOffOrGarbledEndsNothingElse() {
        device("rxe0", () -> entry("qp", 5));
        byte[] whole = new byte[bytes.position()];
        bytes.flip().get(whole);
        for (int length = 0; length < whole.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole, 0, length).slice().order(bytes.order());
            boolean more = ResourceMessages.read(cut, "rxe0", counts);
            assertFalse(more && length == 0);
            assertEquals(Map.of(), counts, "after " + length + " bytes");
        }
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] garbled = whole.clone();
            garbled[random.nextInt(garbled.length)] = (byte) random.nextInt();
            try {
                ResourceMessages.read(
                        ByteBuffer.wrap(garbled).order(bytes.order()), "rxe0", counts);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void theQuestionIsAHeaderThatAsksForAll() {
        ByteBuffer question =
                ByteBuffer.wrap(ResourceMessages.request()).order(ByteOrder.nativeOrder());
        assertEquals(16, question.getInt(0));
        assertEquals(16, question.remaining());
        assertEquals(ResourceMessages.RES_GET, question.getShort(4));
    }
}
