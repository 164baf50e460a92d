// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * The end of a queue pair in its order: out of its groups, which would keep it (EBUSY); to the
 * error state, so that nothing moves any more; its completions off the queues; destroyed.
 *
 * <p>Completions are only taken off queues that no other pair reports to and no poll loop has:
 * those of others must not be lost. On a shared queue they stay, under the number of a pair that is
 * gone, unless the driver takes them away; such a pair is destroyed as it is, since what would be
 * flushed in the error state nobody takes off. Whether all have come is told by a last request of
 * our own behind them, as the kernel's ib_drain_qp does it; not for sends of datagrams, which need
 * an address.
 */
final class QpEnding {
    /** The largest wait for an adapter to flush; a software device needs none of it. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** What a queue answers that something else polls, or has polled for good. */
    private static final Set<String> NOT_OURS = Set.of("EBUSY", "EOPNOTSUPP");

    private static final int BATCH = 64;
    private static final long SEND_MARK = 0x656e_645f_7365_6e64L;
    private static final long RECEIVE_MARK = 0x656e_645f_7265_6376L;

    private final QpHandle pair;
    private final List<Long> expected = new ArrayList<>();
    private boolean receiveMarked;
    private boolean sendMarked;

    private QpEnding(QpHandle pair) {
        this.pair = pair;
    }

    static QpEnding of(QpHandle pair) {
        return new QpEnding(pair);
    }

    void run() {
        List<MulticastAttachment> groups = List.of();
        boolean drains = false;
        try {
            groups = pair.attachments();
            groups.forEach(group -> pair.detach(group.mgid(), group.mlid()));
            List<CqHandle> own = ownQueues();
            drains = !own.isEmpty() && !isPolled(own) && stop();
            if (drains) {
                drain(own);
            }
        } catch (RdmaException e) {
            if (!e.errno().name().equals("ENODEV") && !e.errno().name().equals("EIO")) {
                throw e;
            }
            // The device is gone, and took it along: what is left is to forget the handle.
        }
        close(drains ? List.of() : groups);
    }

    /** A pair that a poll loop does not let go of goes on as it was. */
    private void close(List<MulticastAttachment> groups) {
        try {
            pair.close();
        } catch (RdmaException e) {
            if (e.errno().name().equals("EBUSY")) {
                groups.forEach(group -> pair.attach(group.mgid(), group.mlid()));
            }
            throw e;
        }
    }

    /** To the error state; whether there can be completions. */
    private boolean stop() {
        QpState state = pair.query(Set.of(QpAttribute.STATE)).qpState();
        if (state == QpState.RESET) {
            return false;
        }
        if (state != QpState.ERR) {
            pair.modify(QpAttributes.ofState(QpState.ERR));
        }
        return true;
    }

    private void drain(List<CqHandle> own) {
        long begun = System.nanoTime();
        boolean empty = false;
        while (!(empty && marked() && expected.isEmpty())) {
            mark(own);
            empty = takeOff(own);
            if (empty && System.nanoTime() - begun > PATIENCE_NANOS) {
                return;
            }
        }
    }

    /**
     * Asked before anything is done that whoever polls would see. A queue that was read without the
     * library is nobody's to poll by hand, also when its loop is gone.
     */
    private boolean isPolled(List<CqHandle> own) {
        try {
            boolean unused = takeOff(own);
            return false;
        } catch (RdmaException e) {
            if (NOT_OURS.contains(e.errno().name())) {
                return true;
            }
            throw e;
        }
    }

    private boolean marked() {
        return receiveMarked && sendMarked;
    }

    private void mark(List<CqHandle> own) {
        if (!receiveMarked) {
            boolean possible =
                    pair.srq().isEmpty() && pair.recvCq().filter(own::contains).isPresent();
            receiveMarked =
                    !possible
                            || expect(
                                    RECEIVE_MARK,
                                    pair.postReceive(
                                                    List.of(
                                                            new ReceiveRequest(
                                                                    RECEIVE_MARK, List.of())))
                                            .count());
        }
        if (!sendMarked) {
            QpType type = pair.init().type();
            boolean possible =
                    (type == QpType.RC || type == QpType.UC)
                            && pair.sendCq().filter(own::contains).isPresent();
            sendMarked =
                    !possible
                            || expect(
                                    SEND_MARK,
                                    pair.postSend(List.of(SendRequest.send(SEND_MARK, List.of())))
                                            .count());
        }
    }

    private boolean expect(long mark, int posted) {
        if (posted == 1) {
            expected.add(mark);
        }
        return posted == 1;
    }

    /** Whether the queues are empty now. */
    private boolean takeOff(List<CqHandle> own) {
        boolean empty = true;
        for (CqHandle queue : own) {
            List<WorkCompletion> taken = queue.poll(BATCH);
            taken.forEach(completion -> expected.remove(completion.wrId()));
            empty &= taken.isEmpty();
        }
        return empty;
    }

    /** The queues that only this pair reports to. */
    private List<CqHandle> ownQueues() {
        List<CqHandle> own = new ArrayList<>();
        for (Optional<CqHandle> queue : List.of(pair.sendCq(), pair.recvCq())) {
            queue.filter(each -> !own.contains(each)).ifPresent(own::add);
        }
        for (VerbsHandle other : pair.context().handles()) {
            if (other.kind() == ObjectKind.WORK_QUEUE) {
                // It does not tell which queue it reports to.
                return List.of();
            }
            if (other instanceof QpHandle qp && !isThisPair(qp)) {
                qp.sendCq().ifPresent(own::remove);
                qp.recvCq().ifPresent(own::remove);
            }
        }
        return own;
    }

    private boolean isThisPair(QpHandle other) {
        QpNumber number = other.number();
        return other == pair || number.equals(pair.number());
    }
}
