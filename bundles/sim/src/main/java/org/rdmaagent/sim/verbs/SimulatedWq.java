// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import org.rdmaagent.sim.mlx4.ObjectMemory;
import org.rdmaagent.sim.mlx4.QueueSizes;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;

/** A receive work queue. No traffic comes to it: that takes Ethernet ports and flow rules. */
final class SimulatedWq extends SimulatedObject implements WqHandle {
    private final SimulatedPd pd;
    private final SimulatedCq cq;
    private final WqInit init;
    private final ReceiveQueue queue;
    private final WqRanges.Place place;
    private final ObjectMemory memory;
    private WqState state = WqState.RESET;

    private SimulatedWq(
            SimulatedPd pd,
            String name,
            WqInit asked,
            SimulatedCq cq,
            WqRanges.Place place,
            ObjectMemory memory) {
        super(name, ObjectKind.WORK_QUEUE);
        this.pd = pd;
        this.cq = cq;
        this.init =
                new WqInit(
                        asked.type(),
                        HcaProfile.powerOfTwo(asked.maxWr()),
                        HcaProfile.powerOfTwo(asked.maxSge()));
        this.queue = new ReceiveQueue(pd.home().hca().profile(), init.maxWr(), init.maxSge());
        this.place = place;
        this.memory = memory;
        pd.usedBy(this);
        cq.usedBy(this);
    }

    /** Makes one, if there is memory and a number for it. */
    static SimulatedWq make(SimulatedPd pd, String name, WqInit asked, SimulatedCq cq) {
        DriverState driver = pd.home().driver();
        return driver.withMemory(
                "ibv_create_wq",
                name,
                QueueSizes.wq(asked),
                memory -> new SimulatedWq(pd, name, asked, cq, driver.nextWorkQueue(name), memory));
    }

    @Override
    SimulatedContext home() {
        return pd.home();
    }

    @Override
    String destroyer() {
        return "ibv_destroy_wq";
    }

    @Override
    void release() {
        cq.clean(this);
        place.back().run();
        memory.free();
        pd.freedBy(this);
        cq.freedBy(this);
    }

    @Override
    public PdHandle pd() {
        return pd;
    }

    @Override
    public int number() {
        return place.number();
    }

    @Override
    public WqInit init() {
        return init;
    }

    @Override
    public WqState state() {
        return call("ibv_modify_wq", () -> state);
    }

    @Override
    public void modify(WqState next) {
        run(
                "ibv_modify_wq",
                () -> {
                    // As mlx4_ib_modify_wq has it.
                    boolean refused =
                            next == WqState.UNKNOWN
                                    || (next == WqState.RDY && state == WqState.ERR)
                                    || (next == WqState.ERR && state == WqState.RESET);
                    if (refused) {
                        throw Refusal.invalid(
                                "ibv_modify_wq",
                                name(),
                                "there is no way from " + state + " to " + next);
                    }
                    state = next;
                    if (next == WqState.RESET) {
                        cq.clean(this);
                        queue.reset();
                    }
                    flush();
                });
    }

    private void flush() {
        if (state == WqState.ERR) {
            for (ReceiveRequest request : queue.drain()) {
                WorkCompletion flushed =
                        WorkCompletion.failure(
                                request.wrId(),
                                WorkCompletionStatus.WR_FLUSH_ERR,
                                0,
                                new QpNumber(number()));
                cq.push(new QueueEntry(flushed, this, null, queue::free), true);
            }
        }
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        return call(
                "ibv_post_wq_recv",
                () -> {
                    Posted posted = queue.post(requests);
                    flush();
                    return posted;
                });
    }
}
