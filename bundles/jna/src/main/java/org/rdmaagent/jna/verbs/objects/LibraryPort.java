// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.verbs.completion.PolledBatch;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A port whose completions the driver's function takes off the queue; polling is a subclass's. */
abstract class LibraryPort extends QueuePort {
    /** Of the {@code struct ibv_cq}. */
    final long address;

    /** The driver's functions. */
    final DriverCalls calls;

    /** What the last poll found. */
    final PolledBatch batch;

    /** Whose completions they are. */
    final PortMembers members;

    /** The queue is held. */
    LibraryPort(
            NativeCq cq, PolledQueue queue, String holder, DriverCalls calls, PolledBatch batch) {
        super(cq, queue, holder);
        this.address = Pointer.nativeValue(cq.pointer());
        this.calls = calls;
        this.batch = batch;
        this.members = new PortMembers(cq, calls);
    }

    @Override
    public final CompletionBatch batch() {
        return batch;
    }

    @Override
    void regroup() {
        members.regroup();
        batch.regroup(members.pairs());
    }

    @Override
    public final void flush() {
        batch.giveBackRemaining();
        postReturned();
    }

    @Override
    final void postReturned() {
        members.postReturned();
    }

    @Override
    final int requestNotify() {
        return calls.reqNotifyCq(address, 0);
    }

    @Override
    public final void abandonCurrent() {
        batch.giveBackCurrent();
    }

    @Override
    public final int remaining() {
        return batch.remaining();
    }

    @Override
    public final int failures() {
        return batch.failures();
    }

    @Override
    public final WorkCompletionStatus statusOf(int index) {
        return batch.statusOf(index);
    }

    @Override
    public final int receivesPosted() {
        return members.posted();
    }

    @Override
    public final int receivesHeld() {
        return members.held();
    }
}
