// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvRecvWr;
import org.rdmaagent.jna.layout.IbvSendWr;
import org.rdmaagent.jna.layout.IbvSge;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/**
 * A linked list of {@code struct ibv_send_wr} or {@code struct ibv_recv_wr} with its segments and
 * with the place for {@code bad_wr}, in one piece of memory.
 */
public final class PostList implements AutoCloseable {
    private static final int ENOMEM = 12;

    private final CStruct memory;
    private final int count;
    private final int requestBytes;
    private long nextSegment;

    private PostList(int count, int requestBytes, long segments) {
        this.count = count;
        this.requestBytes = requestBytes;
        this.nextSegment = Native.POINTER_SIZE + (long) count * requestBytes;
        this.memory = CStruct.allocate(nextSegment + Math.max(1, segments) * IbvSge.SIZE);
    }

    /**
     * The list for {@code ibv_post_recv(3)}.
     *
     * @param requests one or more
     */
    public static PostList receives(List<ReceiveRequest> requests) {
        long segments = requests.stream().mapToLong(request -> request.segments().size()).sum();
        PostList list = new PostList(requests.size(), IbvRecvWr.SIZE, segments);
        for (int i = 0; i < requests.size(); i++) {
            ReceiveRequest request = requests.get(i);
            list.request(i)
                    .put(IbvRecvWr.WR_ID, request.wrId())
                    .put(IbvRecvWr.NEXT, list.next(i))
                    .put(IbvRecvWr.SG_LIST, list.segments(request.segments()))
                    .put(IbvRecvWr.NUM_SGE, request.segments().size());
        }
        return list;
    }

    /**
     * The list for {@code ibv_post_send(3)}.
     *
     * @param requests one or more
     * @param handles the {@code struct ibv_ah} of a datagram's target
     */
    public static PostList sends(
            List<SendRequest> requests, Function<SendTarget.Datagram, Pointer> handles) {
        long segments = requests.stream().mapToLong(request -> request.segments().size()).sum();
        PostList list = new PostList(requests.size(), IbvSendWr.SIZE, segments);
        for (int i = 0; i < requests.size(); i++) {
            SendRequest request = requests.get(i);
            CStruct struct = list.request(i);
            struct.put(IbvSendWr.WR_ID, request.wrId())
                    .put(IbvSendWr.NEXT, list.next(i))
                    .put(IbvSendWr.SG_LIST, list.segments(request.segments()))
                    .put(IbvSendWr.NUM_SGE, request.segments().size())
                    .put(IbvSendWr.OPCODE, request.opcode().code())
                    .put(IbvSendWr.SEND_FLAGS, NativeCode.mask(request.flags()))
                    .put(IbvSendWr.IMM_DATA, immediate(request));
            target(request.target(), struct, handles);
        }
        return list;
    }

    /** A key is a number of this machine, immediate data is not. */
    private static int immediate(SendRequest request) {
        boolean key =
                request.opcode() == SendOpcode.SEND_WITH_INV
                        || request.opcode() == SendOpcode.LOCAL_INV;
        return key ? request.immediate() : CompletionStruct.network(request.immediate());
    }

    private static void target(
            SendTarget target, CStruct struct, Function<SendTarget.Datagram, Pointer> handles) {
        if (target instanceof SendTarget.Memory memory) {
            struct.put(IbvSendWr.WR_RDMA_REMOTE_ADDR, memory.address())
                    .put(IbvSendWr.WR_RDMA_RKEY, memory.rkey());
        } else if (target instanceof SendTarget.Atomic atomic) {
            struct.put(IbvSendWr.WR_ATOMIC_REMOTE_ADDR, atomic.address())
                    .put(IbvSendWr.WR_ATOMIC_COMPARE_ADD, atomic.compareAdd())
                    .put(IbvSendWr.WR_ATOMIC_SWAP, atomic.swap())
                    .put(IbvSendWr.WR_ATOMIC_RKEY, atomic.rkey());
        } else if (target instanceof SendTarget.Datagram datagram) {
            struct.put(IbvSendWr.WR_UD_AH, handles.apply(datagram))
                    .put(IbvSendWr.WR_UD_REMOTE_QPN, datagram.remoteQp().value())
                    .put(IbvSendWr.WR_UD_REMOTE_QKEY, datagram.remoteQkey());
        }
    }

    private CStruct request(int index) {
        return memory.part(Native.POINTER_SIZE + (long) index * requestBytes);
    }

    private @Nullable Pointer next(int index) {
        return index + 1 < count ? request(index + 1).pointer() : null;
    }

    private @Nullable Pointer segments(List<ScatterGather> segments) {
        Pointer first = segments.isEmpty() ? null : memory.part(nextSegment).pointer();
        for (ScatterGather segment : segments) {
            memory.part(nextSegment)
                    .put(IbvSge.ADDR, segment.address())
                    .put(IbvSge.LENGTH, segment.length())
                    .put(IbvSge.LKEY, segment.lkey());
            nextSegment += IbvSge.SIZE;
        }
        return first;
    }

    /** The first request. */
    public Pointer first() {
        return request(0).pointer();
    }

    /** Where the function tells the first request that it did not take. */
    public Pointer bad() {
        return memory.pointer();
    }

    /**
     * How far it came.
     *
     * @param answer of the function: 0, an errno or its negative; or -1, with which some drivers
     *     (libmlx4 for shared receive queues, libmthca) tell that the queue is full
     */
    public Posted posted(int answer) {
        if (answer == 0) {
            return Posted.all(count);
        }
        int errno = answer == -1 ? ENOMEM : answer;
        long bytes =
                memory.pointer().getLong(0)
                        - Pointer.nativeValue(memory.pointer())
                        - Native.POINTER_SIZE;
        long taken = bytes / requestBytes;
        // A driver that names no request has taken none that is known.
        return new Posted(taken >= 0 && taken < count ? (int) taken : 0, Errno.of(errno));
    }

    @Override
    public void close() {
        memory.close();
    }
}
