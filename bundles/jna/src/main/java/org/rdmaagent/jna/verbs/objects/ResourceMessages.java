// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.rdmaagent.verbs.ObjectKind;

/**
 * The question for the resources of all devices and the answers to it, as bytes in the machine's
 * order (linux/netlink.h, rdma/rdma_netlink.h).
 */
final class ResourceMessages {
    private static final int HEADER_BYTES = 16;
    private static final int ATTRIBUTE_BYTES = 4;
    private static final int ALIGNMENT = 4;
    private static final int NLMSG_ERROR = 2;
    private static final int NLMSG_DONE = 3;

    /** NLM_F_REQUEST | NLM_F_DUMP. */
    private static final short DUMP = 0x301;

    /** NLA_TYPE_MASK: without the bits for nesting and for the byte order. */
    private static final int TYPE_MASK = 0x3fff;

    /** RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_RES_GET). */
    static final short RES_GET = (5 << 10) + 9;

    /** RDMA_NLDEV_ATTR_DEV_NAME and so on. */
    static final int DEV_NAME = 2;

    static final int RES_SUMMARY = 15;
    static final int RES_SUMMARY_ENTRY = 16;
    static final int RES_SUMMARY_ENTRY_NAME = 17;
    static final int RES_SUMMARY_ENTRY_CURR = 18;

    private ResourceMessages() {}

    static byte[] request() {
        return ByteBuffer.allocate(HEADER_BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(HEADER_BYTES)
                .putShort(RES_GET)
                .putShort(DUMP)
                .putInt(1)
                .putInt(0)
                .array();
    }

    /**
     * Reads the messages of one answer.
     *
     * @param counts gets those of the device
     * @return whether more answers follow
     */
    static boolean read(ByteBuffer answer, String device, Map<ObjectKind, Integer> counts) {
        while (answer.remaining() >= HEADER_BYTES) {
            int start = answer.position();
            int length = answer.getInt(start);
            int type = Short.toUnsignedInt(answer.getShort(start + Integer.BYTES));
            if (type == NLMSG_DONE
                    || type == NLMSG_ERROR
                    || length < HEADER_BYTES
                    || length > answer.remaining()) {
                return false;
            }
            if (type == RES_GET) {
                device(part(answer, start + HEADER_BYTES, length - HEADER_BYTES), device, counts);
            }
            answer.position(Math.min(answer.limit(), start + aligned(length)));
        }
        return answer.limit() > 0;
    }

    private static void device(ByteBuffer body, String device, Map<ObjectKind, Integer> counts) {
        StringBuilder name = new StringBuilder();
        each(body, (type, value) -> name.append(type == DEV_NAME ? text(value) : ""));
        if (name.toString().equals(device)) {
            each(
                    body,
                    (type, value) -> {
                        if (type == RES_SUMMARY) {
                            each(value, (any, entry) -> entry(entry, counts));
                        }
                    });
        }
    }

    private static void entry(ByteBuffer body, Map<ObjectKind, Integer> counts) {
        StringBuilder name = new StringBuilder();
        long[] count = {-1};
        each(
                body,
                (type, value) -> {
                    if (type == RES_SUMMARY_ENTRY_NAME) {
                        name.append(text(value));
                    } else if (type == RES_SUMMARY_ENTRY_CURR && value.remaining() >= Long.BYTES) {
                        count[0] = value.getLong(value.position());
                    }
                });
        Optional<ObjectKind> kind =
                Stream.of(ObjectKind.values())
                        .filter(each -> each.shortName().contentEquals(name))
                        .findFirst();
        if (kind.isPresent() && count[0] >= 0) {
            counts.put(kind.get(), (int) Math.min(count[0], Integer.MAX_VALUE));
        }
    }

    /** Each attribute of a body; what is cut off at its end is left out. */
    private static void each(ByteBuffer body, BiConsumer<Integer, ByteBuffer> visitor) {
        int at = body.position();
        while (body.limit() - at >= ATTRIBUTE_BYTES) {
            int length = Short.toUnsignedInt(body.getShort(at));
            if (length < ATTRIBUTE_BYTES || length > body.limit() - at) {
                return;
            }
            int type = body.getShort(at + Short.BYTES) & TYPE_MASK;
            visitor.accept(type, part(body, at + ATTRIBUTE_BYTES, length - ATTRIBUTE_BYTES));
            at += aligned(length);
        }
    }

    private static ByteBuffer part(ByteBuffer all, int start, int bytes) {
        ByteBuffer part = all.duplicate().order(all.order());
        part.limit(start + bytes).position(start);
        return part;
    }

    private static String text(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        String text = new String(bytes, StandardCharsets.US_ASCII);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static int aligned(int length) {
        return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
