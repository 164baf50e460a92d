// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.verbs.ObjectKind;

/**
 * What the kernel counts on a device, through a netlink socket (RDMA_NLDEV_CMD_RES_GET of
 * rdma_netlink.h, as {@code rdma resource show} does). A kernel that does not answer has nothing to
 * tell: that is no failure.
 */
final class KernelResources {
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
    private static final int NETLINK_RDMA = 20;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The kernel tells a few kilobytes a device; more would be no such answer. */
    private static final int MOST_MESSAGES = 1000;

    private KernelResources() {}

    static Map<ObjectKind, Integer> of(String device) {
        int socket = SystemCalls.socket(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_RDMA);
        if (socket < 0) {
            return Map.of();
        }
        try {
            return ask(socket, device);
        } catch (RdmaException e) {
            return Map.of();
        } finally {
            int unused = SystemCalls.close(socket);
        }
    }

    private static Map<ObjectKind, Integer> ask(int socket, String device) {
        Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);
        try (Memory memory = new Memory(BUFFER_BYTES)) {
            byte[] request = ResourceMessages.request();
            memory.write(0, request, 0, request.length);
            if (SystemCalls.send(socket, memory, request.length, 0) != request.length) {
                return counts;
            }
            ByteBuffer answer =
                    memory.getByteBuffer(0, BUFFER_BYTES).order(ByteOrder.nativeOrder());
            for (int i = 0; i < MOST_MESSAGES; i++) {
                if (!Waiting.readable(socket, PATIENCE_NANOS, "recv", device)) {
                    return counts;
                }
                long bytes = SystemCalls.recv(socket, memory, BUFFER_BYTES, 0);
                answer.clear().limit((int) Math.max(0, bytes));
                if (!ResourceMessages.read(answer, device, counts)) {
                    return counts;
                }
            }
            return counts;
        }
    }
}
