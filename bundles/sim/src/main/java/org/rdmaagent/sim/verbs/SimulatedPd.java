// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WqInit;

/** A protection domain. */
final class SimulatedPd extends SimulatedObject implements PdHandle {
    private static final int PAGE = 4096;

    private final SimulatedContext context;

    SimulatedPd(SimulatedContext context, String name) {
        super(name, ObjectKind.PROTECTION_DOMAIN);
        this.context = context;
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_dealloc_pd";
    }

    @Override
    void release() {
        // Nothing is held but the place in the count.
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public MrHandle registerMemory(String name, ByteBuffer memory, Set<AccessFlag> access) {
        if (!memory.isDirect() || !memory.hasRemaining()) {
            throw new IllegalArgumentException(
                    "memory is registered from a direct buffer with one byte at least: " + memory);
        }
        return register(name, memory.remaining(), access, memory::slice);
    }

    @Override
    public MrHandle registerMemory(String name, long bytes, Set<AccessFlag> access) {
        if (bytes < 1) {
            throw new IllegalArgumentException("one byte at least is registered, not " + bytes);
        }
        return register(name, bytes, access, () -> allocate(name, bytes));
    }

    private static ByteBuffer allocate(String name, long bytes) {
        try {
            if (bytes <= Integer.MAX_VALUE - 2 * PAGE) {
                ByteBuffer room = ByteBuffer.allocateDirect((int) bytes + PAGE);
                return room.slice(PAGE - room.alignmentOffset(0, PAGE), (int) bytes);
            }
        } catch (OutOfMemoryError e) {
            throw tooMuch(name, bytes);
        }
        throw tooMuch(name, bytes);
    }

    private static RuntimeException tooMuch(String name, long bytes) {
        return Refusal.of(
                "ibv_reg_mr",
                Refusal.ENOMEM,
                name,
                "there is no memory for "
                        + bytes
                        + " bytes: register less, or raise -XX:MaxDirectMemorySize");
    }

    private MrHandle register(
            String name, long bytes, Set<AccessFlag> access, Supplier<ByteBuffer> memory) {
        return call(
                "ibv_reg_mr",
                () -> {
                    SimulatedHca hca = context.hca();
                    checkAccess(name, access);
                    hca.faults().pin("ibv_reg_mr", name, bytes);
                    boolean pinned = false;
                    try {
                        SimulatedMr region =
                                context.make(
                                        "ibv_reg_mr",
                                        ObjectKind.MEMORY_REGION,
                                        name,
                                        "memory regions",
                                        hca.limits().maxMr(),
                                        () -> new SimulatedMr(this, name, memory.get(), access));
                        pinned = true;
                        hca.memory().add(region);
                        usedBy(region);
                        return region;
                    } finally {
                        if (!pinned) {
                            hca.faults().unpin(bytes);
                        }
                    }
                });
    }

    /** The kernel's ib_check_mr_access. */
    private static void checkAccess(String name, Set<AccessFlag> access) {
        boolean writes =
                access.contains(AccessFlag.REMOTE_WRITE)
                        || access.contains(AccessFlag.REMOTE_ATOMIC);
        if (writes && !access.contains(AccessFlag.LOCAL_WRITE)) {
            throw Refusal.invalid(
                    "ibv_reg_mr", name, "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE too");
        }
        if (access.contains(AccessFlag.ON_DEMAND)) {
            throw Refusal.unsupported("ibv_reg_mr", name, "register without ON_DEMAND");
        }
    }

    @Override
    public QpHandle createQp(
            String name, QpInit init, CqHandle sendCq, CqHandle recvCq, @Nullable SrqHandle srq) {
        SimulatedCq sends = context.mine(sendCq, SimulatedCq.class);
        SimulatedCq receives = context.mine(recvCq, SimulatedCq.class);
        SimulatedSrq shared = srq == null ? null : context.mine(srq, SimulatedSrq.class);
        return call(
                "ibv_create_qp", () -> QpMaker.connect(this, name, init, sends, receives, shared));
    }

    @Override
    public SrqHandle createSrq(String name, SrqAttributes sizes) {
        return call(
                "ibv_create_srq",
                () -> {
                    SimulatedHca hca = context.hca();
                    Refusal.requireSize(
                            "ibv_create_srq",
                            name,
                            "maxWr",
                            sizes.maxWr(),
                            hca.limits().maxSrqWr());
                    Refusal.requireUpTo(
                            "ibv_create_srq",
                            name,
                            "maxSge",
                            sizes.maxSge(),
                            hca.limits().maxSrqSge());
                    return context.make(
                            "ibv_create_srq",
                            ObjectKind.SHARED_RECEIVE_QUEUE,
                            name,
                            "shared receive queues",
                            hca.limits().maxSrq(),
                            () -> SimulatedSrq.make(this, name, sizes));
                });
    }

    @Override
    public AhHandle createAh(String name, AhAttributes attributes) {
        return call("ibv_create_ah", () -> makeAh(name, attributes));
    }

    private AhHandle makeAh(String name, AhAttributes attributes) {
        Optional<String> wrong = Addresses.flaw(context.hca(), attributes);
        if (wrong.isPresent()) {
            throw Refusal.invalid("ibv_create_ah", name, wrong.get());
        }
        return context.make(
                "ibv_create_ah",
                ObjectKind.ADDRESS_HANDLE,
                name,
                "address handles",
                limitOfAhs(),
                () -> new SimulatedAh(this, name, attributes));
    }

    /** Where address handles live in user memory, ibv_query_device tells 0: no limit. */
    private long limitOfAhs() {
        int told = context.hca().limits().maxAh();
        return told == 0 ? Integer.MAX_VALUE : told;
    }

    @Override
    public AhHandle createAhFromCompletion(
            String name, WorkCompletion completion, ByteBuffer header, int portNum) {
        return call(
                "ibv_create_ah",
                () ->
                        makeAh(
                                name,
                                Addresses.ofCompletion(
                                        context.hca(), name, completion, header, portNum)));
    }

    @Override
    public WqHandle createWq(String name, WqInit init, CqHandle cq) {
        SimulatedCq queue = context.mine(cq, SimulatedCq.class);
        return call(
                "ibv_create_wq",
                () -> {
                    SimulatedHca hca = context.hca();
                    if (!hca.profile().workQueues) {
                        throw Refusal.unsupported(
                                "ibv_create_wq", name, "this driver has no work queues");
                    }
                    Refusal.requireSize(
                            "ibv_create_wq", name, "maxWr", init.maxWr(), hca.limits().maxQpWr());
                    Refusal.requireUpTo(
                            "ibv_create_wq", name, "maxSge", init.maxSge(), hca.limits().maxSge());
                    queue.requireUsable("ibv_create_wq");
                    QueueWork.requireRoom(
                            "ibv_create_wq", name, queue, HcaProfile.powerOfTwo(init.maxWr()));
                    return context.make(
                            "ibv_create_wq",
                            ObjectKind.WORK_QUEUE,
                            name,
                            "work queues",
                            hca.limits().maxQp(),
                            () -> SimulatedWq.make(this, name, init, queue));
                });
    }
}
