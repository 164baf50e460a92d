// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.concurrent.TimeUnit;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.pair.GroupPair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is told of a membership that comes and goes, and when it is tried again. */
final class Setbacks {
    private static final String JOIN = "rdma_join_multicast";
    private static final Errno ENODEV = Errno.of(19);
    private static final Logger LOG = LoggerFactory.getLogger(Setbacks.class);

    private final Ground ground;
    private final JoinRequest request;
    private final String name;
    private final StatusBoard board;
    private final Backoff backoff;
    private long lostNanos;
    private long failedNanos;
    private boolean announced;
    private boolean expecting;
    private long expectedNanos;

    Setbacks(Ground ground, JoinRequest request, StatusBoard board) {
        this.ground = ground;
        this.request = request;
        this.name = request.name().orElseThrow();
        this.board = board;
        this.backoff = new Backoff(ground.random());
    }

    /** It was lost so long ago. */
    void restore(long sinceLostMillis) {
        lostNanos = ground.now() - TimeUnit.MILLISECONDS.toNanos(sinceLostMillis);
        expectPair();
    }

    /** An earlier user of the lease has told that it is asked for. */
    void announced() {
        announced = true;
    }

    /** It is asked for, or once more. */
    void announce() {
        switch (board.state()) {
            case JOINING -> {
                if (!announced) {
                    board.to(
                            MembershipState.JOINING,
                            "",
                            Errno.NONE,
                            name + " is asked for: " + request.group());
                }
            }
            case FAILED ->
                    board.to(MembershipState.JOINING, "", Errno.NONE, name + " is asked for again");
            case LOST ->
                    board.to(
                            MembershipState.REJOINING,
                            "",
                            Errno.NONE,
                            name + " is asked for again");
            default -> {}
        }
        announced = true;
    }

    /** Its queue pair went, perhaps with its context, and comes back then. */
    private void expectPair() {
        expecting = true;
        expectedNanos = ground.now() + Pace.PAIR_NANOS;
    }

    private boolean isExpecting() {
        expecting = expecting && ground.now() - expectedNanos < 0;
        return expecting;
    }

    /** Somebody else has detached its queue pair. */
    void detached() {
        LOG.warn(
                "{} attaches its queue pair to {} again: it was detached, but the membership was"
                        + " not left",
                name,
                request.group());
    }

    /**
     * It is a member; told unless it was before.
     *
     * @param remark what is to be said of it nevertheless; empty if all is well
     */
    void joined(JoinedGroup group, String remark) {
        backoff.reset();
        expecting = false;
        MembershipState before = board.state();
        if (before == MembershipState.JOINED) {
            board.reason(remark, Errno.NONE);
            return;
        }
        board.joinedOnce();
        String gap = "";
        if (before == MembershipState.REJOINING || before == MembershipState.LOST) {
            long millis = TimeUnit.NANOSECONDS.toMillis(ground.now() - lostNanos);
            board.gap(millis);
            gap = ", " + millis + " ms after it was lost";
        }
        board.to(
                MembershipState.JOINED,
                remark,
                Errno.NONE,
                name + " joined " + request.group() + " as " + group.mgid() + mlid(group) + gap);
    }

    /** Ethernet has none. */
    private static String mlid(JoinedGroup group) {
        return group.mlid().isMulticast()
                ? " with MLID 0x" + Integer.toHexString(group.mlid().value())
                : "";
    }

    /**
     * It failed, or was lost.
     *
     * @param lasting whether a file asks for it
     * @return how long to wait before it is tried again; {@link MembershipCore#NEVER} for never
     */
    long meet(RdmaException why, boolean lasting) {
        String reason = String.valueOf(why.getMessage());
        MembershipState before = board.state();
        boolean foreignGone =
                request.queuePair().isPresent()
                        && why.call().equals(GroupPair.LOOKUP)
                        && !isExpecting();
        boolean wasMember =
                before == MembershipState.JOINED
                        || before == MembershipState.LOST
                        || before == MembershipState.REJOINING;
        if (wasMember && !foreignGone) {
            if (before == MembershipState.JOINED) {
                lostNanos = ground.now();
                board.lostOnce();
                backoff.reset();
            }
            board.to(MembershipState.LOST, reason, why.errno(), name + " was lost: " + reason);
            return backoff.next();
        }
        if (before == MembershipState.JOINING && isExpecting()) {
            board.reason(reason, why.errno());
            return backoff.next();
        }
        failedNanos = ground.now();
        if (!lasting) {
            board.late(-1);
        }
        board.to(MembershipState.FAILED, reason, why.errno(), name + " failed: " + reason);
        return lasting ? backoff.next() : MembershipCore.NEVER;
    }

    /** Whether it need not be shown any more that it failed. */
    boolean isLongAgo(long now) {
        return now - failedNanos >= Pace.FAILED_NANOS;
    }

    /** MULTICAST_ERROR. */
    RdmaException told(Errno status) {
        String remedy =
                switch (status.name()) {
                    case "ENETRESET" ->
                            "the port, its LID or the subnet manager changed: it is asked for"
                                    + " again";
                    case "ETIMEDOUT" ->
                            "the subnet administration did not answer: is a subnet manager"
                                    + " running?";
                    case "EINVAL" ->
                            "the subnet administration refused it: compare P_Key, Q_Key, MTU and"
                                    + " rate of the group with those of the port";
                    default -> "see the kernel's log, and that of the subnet manager";
                };
        return new RdmaException(JOIN, status, subject(), remedy);
    }

    RdmaException noAnswer() {
        return new RdmaException(
                JOIN,
                Errno.of(110),
                subject(),
                "no answer came within a minute: look at the subnet manager");
    }

    RdmaException moved() {
        return new RdmaException(
                JOIN,
                Errno.of(102),
                subject(),
                "the address of its network interface changed: it is asked for again");
    }

    RdmaException removed() {
        return new RdmaException(
                JOIN, ENODEV, subject(), "the device was removed: put it back, or leave the group");
    }

    RdmaException providerGone() {
        return new RdmaException(
                JOIN, ENODEV, subject(), "the provider is gone: it is asked for again by the next");
    }

    RdmaException pairGone() {
        return new RdmaException(
                "ibv_attach_mcast",
                Errno.of(2),
                subject(),
                "the queue pair that was made for it is gone: it is made anew");
    }

    RdmaException reopened() {
        expectPair();
        return new RdmaException(
                "ibv_close_device",
                Errno.of(2),
                subject(),
                "the context of its queue pair is opened anew: it is joined again by the new pair");
    }

    RdmaException foreignPairGone() {
        return new RdmaException(
                GroupPair.LOOKUP,
                Errno.of(2),
                subject(),
                "the queue pair "
                        + request.queuePair().orElse("")
                        + " was closed: make it, and join again");
    }

    /** A step threw that. */
    RdmaException thrown(RuntimeException e) {
        return e instanceof RdmaException refusal ? refusal : unforeseen(e);
    }

    private RdmaException unforeseen(RuntimeException e) {
        LOG.error("Membership {} met what it should not meet; please report it", name, e);
        return new RdmaException(JOIN, Errno.NONE, subject(), "unexpected, please report: " + e);
    }

    private String subject() {
        return name + " (" + request.group() + ")";
    }
}
