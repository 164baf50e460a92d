// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.verbs.direct.DirectQueue;
import org.rdmaagent.jna.verbs.direct.DirectReader;
import org.rdmaagent.jna.verbs.direct.DirectReceives;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Reads a completion queue that Java owns, and posts the receives of its queue pairs. */
final class DirectPort extends QueuePort {
    private static final String KIND = "direct";

    private final DirectReader reader;

    /** The queue is held. */
    DirectPort(
            NativeCq cq,
            PolledQueue polled,
            String holder,
            DirectQueue queue,
            MemoryAccess memory,
            DriverCalls calls) {
        super(cq, polled, holder);
        this.reader = new DirectReader(queue, memory, calls, lettingGo::raise);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public CompletionBatch batch() {
        return reader.batch();
    }

    @Override
    public int poll(int max) {
        requireBatch(max);
        if (!lettingGo.isAsked()) {
            int found = reader.pollPlain(max);
            if (found >= 0) {
                return found;
            }
        }
        return pollAny(max);
    }

    private int pollAny(int max) {
        if (beginPoll() == 0) {
            int found = reader.poll(max);
            int left = found == DirectReader.UNKNOWN ? afterUnknown(max) : found;
            if (left > 0 || (verdict() == 0 && emptyOrDead() == 0)) {
                return left;
            }
        }
        if (!isClosed()) {
            reader.stop(); // so that the next poll is not a plain one, and tells the same
        }
        return verdict();
    }

    /** Goes on behind what belongs to queue pairs that are gone, so that 0 means empty. */
    private int afterUnknown(int max) {
        int found = DirectReader.UNKNOWN;
        for (int tries = 0; tries < PATIENCE && found == DirectReader.UNKNOWN; tries++) {
            if (lettingGo.isAsked()) {
                letGo(); // a pair or a ring may be new, and its first message here
                if (verdict() != 0) {
                    return 0;
                }
            } else {
                reader.skip();
                countStale(1);
            }
            found = reader.poll(max);
        }
        return Math.max(found, 0);
    }

    @Override
    void regroup() {
        List<DirectReceives> open = new ArrayList<>();
        for (NativeObject user : cq().users()) {
            if (user instanceof NativeQp pair && !pair.isClosing()) {
                DirectReceives receives = pair.direct();
                if (receives != null) {
                    open.add(receives);
                }
            }
        }
        reader.use(open);
    }

    @Override
    public void flush() {
        reader.flush();
    }

    @Override
    void postReturned() {
        reader.postReturned();
    }

    @Override
    int requestNotify() {
        return reader.arm(cq().eventsTaken());
    }

    @Override
    public void abandonCurrent() {
        reader.batch().giveBackCurrent();
    }

    @Override
    public int remaining() {
        return reader.batch().remaining();
    }

    @Override
    public int failures() {
        return reader.batch().failures();
    }

    @Override
    public WorkCompletionStatus statusOf(int index) {
        return reader.batch().statusOf(index);
    }

    @Override
    public int receivesPosted() {
        return reader.posted();
    }

    @Override
    public int receivesHeld() {
        return reader.held();
    }
}
