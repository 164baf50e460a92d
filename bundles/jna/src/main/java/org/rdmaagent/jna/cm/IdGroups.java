// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.RdmaCmJoinMcAttrEx;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmJoin;

/**
 * The groups of an id, and the calls that join and leave them. Whoever calls holds the id; whoever
 * takes events does not, since a leave waits inside the library for the event to be acknowledged.
 */
final class IdGroups {
    static final String JOIN = "rdma_join_multicast_ex";
    static final String LEAVE = "rdma_leave_multicast";

    /** RDMA_CM_JOIN_MC_ATTR_ADDRESS and _JOIN_FLAGS of rdma_cma.h. */
    private static final int ADDRESS_AND_FLAGS = 1 | 1 << 1;

    private final CmFunctions functions;
    private final LongSupplier numbers;
    private final JoinBook book = new JoinBook();
    private volatile boolean deviceGone;

    /**
     * @param numbers another one for each join of the channel, never 0
     */
    IdGroups(CmFunctions functions, LongSupplier numbers) {
        this.functions = functions;
        this.numbers = numbers;
    }

    /** Joins; answers the number of the join. */
    long join(Pointer id, Sockaddr sockaddr, CmJoin asked, String subject) {
        long number = numbers.getAsLong();
        if (!book.add(new JoinBook.Entry(number, asked, sockaddr))) {
            // The library would take it, and could not tell the two apart to leave one of them.
            String remedy = "leave the group first, or join it with another id";
            throw CmFailure.of(JOIN, CmFailure.EADDRINUSE, subject, remedy);
        }
        int errno = call(id, sockaddr, asked.kind(), number);
        if (errno == CmFailure.ENXIO) {
            errno = VerbsFailure.ENODEV; // what the kernel says of an id whose device went
        }
        if (errno != 0) {
            book.remove(sockaddr);
            boolean bound = IdStruct.port(id).isPresent();
            boolean sendOnly = asked.kind() == MemberKind.SEND_ONLY;
            throw CmFailure.join(errno, subject, bound, sendOnly);
        }
        return number;
    }

    private int call(Pointer id, Sockaddr sockaddr, MemberKind kind, long number) {
        try (CStruct address = sockaddr.memory();
                CStruct asked = CStruct.allocate(RdmaCmJoinMcAttrEx.SIZE)) {
            asked.put(RdmaCmJoinMcAttrEx.COMP_MASK, ADDRESS_AND_FLAGS)
                    .put(RdmaCmJoinMcAttrEx.JOIN_FLAGS, flag(kind))
                    .put(RdmaCmJoinMcAttrEx.ADDR, address.pointer());
            return functions.join(id, asked.pointer(), new Pointer(number));
        }
    }

    /** {@code enum rdma_cm_mc_join_flags}, which counts from 0. */
    private static int flag(MemberKind kind) {
        return switch (kind) {
            case FULL_MEMBER -> 0;
            case SEND_ONLY -> 1;
        };
    }

    /** Leaves; answers the number of the join. */
    long leave(Pointer id, Sockaddr sockaddr, String subject) {
        JoinBook.Entry left = book.remove(sockaddr);
        if (left == null) {
            throw CmFailure.of(LEAVE, CmFailure.EADDRNOTAVAIL, subject, words());
        }
        int errno = call(id, left);
        if (errno != 0) {
            throw CmFailure.of(LEAVE, errno, subject);
        }
        return left.number();
    }

    private String words() {
        List<CmJoin> all = list();
        return all.isEmpty()
                ? "the id has joined no group"
                : all.stream()
                        .map(each -> each.group().toString())
                        .collect(Collectors.joining(", ", "the id has joined ", ""));
    }

    private int call(Pointer id, JoinBook.Entry left) {
        if (deviceGone) {
            // The kernel has left it. A leave that it refuses now would free what an event still
            // names, and taking that event would end the process.
            return 0;
        }
        try (CStruct address = left.sockaddr().memory()) {
            return functions.leave(id, address.pointer());
        }
    }

    /** Leaves them one by one; what fails here is left when the id is destroyed. */
    void leaveAll(Pointer id) {
        for (JoinBook.Entry each : book.entries()) {
            book.remove(each.sockaddr());
            int unused = call(id, each);
        }
    }

    /**
     * An event of the id came.
     *
     * @return the group that it is about; empty if it is about none, or about one that was left
     */
    Optional<GroupAddress> told(CopiedEvent event) {
        if (event.type() == CmEventType.DEVICE_REMOVAL) {
            deviceGone = true;
        }
        return event.join() == 0 ? Optional.empty() : book.told(event);
    }

    /** In the order of joining. */
    List<CmJoin> list() {
        return book.entries().stream().map(JoinBook.Entry::join).toList();
    }
}
