// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.GroupPair;
import org.rdmaagent.multicast.pair.NotYetException;
import org.rdmaagent.multicast.pair.PairFacts;
import org.rdmaagent.multicast.pair.PairSurvey;
import org.rdmaagent.multicast.request.RequestText;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.MulticastAttachment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queue pair of a membership, and what it is attached to. The conductor's thread. */
final class Hold {
    private static final Logger LOG = LoggerFactory.getLogger(Hold.class);

    private final Ground ground;
    private final JoinRequest request;
    private final String name;
    private final StatusBoard board;
    private final GroupPair pair;
    private final Predicate<MulticastAttachment> shared;
    private String device = "";
    private @Nullable MulticastAttachment attachment;
    private boolean ready;
    private boolean unposted;
    private int missed;
    private long qkeyBefore = -1;

    /**
     * Without a pair.
     *
     * @param shared whether another membership by the same pair needs an attachment
     */
    Hold(
            Ground ground,
            JoinRequest request,
            StatusBoard board,
            Predicate<MulticastAttachment> shared) {
        this.shared = shared;
        this.ground = ground;
        this.request = request;
        this.name = request.name().orElseThrow();
        this.board = board;
        this.pair = GroupPair.of(ground.verbs(), request);
    }

    boolean isMade() {
        return pair.isMade();
    }

    /** Whether a message to the group reaches it. */
    boolean receives() {
        return request.memberKind() == MemberKind.FULL_MEMBER;
    }

    /** Whether the agent's own loop has to poll its queue. */
    boolean isCounted() {
        return ready && pair.isMade() && receives() && request.counted();
    }

    /** The Q_Key that a pair of the caller had; -1 if it was not changed. */
    long qkeyBefore() {
        return qkeyBefore;
    }

    /** Where the pair is; empty before there is one. */
    String device() {
        return device;
    }

    /** What the pair is attached to. */
    Optional<MulticastAttachment> attachment() {
        return Optional.ofNullable(attachment);
    }

    /** As an earlier user of the lease left it. */
    void adopt(RequestText.Past past) {
        device = past.device();
        attachment = past.attachment().orElse(null);
        qkeyBefore = past.qkeyBefore();
        ready = !device.isEmpty();
    }

    /** Finds or makes it. */
    void prepare(CmBinding binding) {
        if (ground.endings().isEnding(name) || ground.roster().hasPredecessor(name)) {
            throw new NotYetException(
                    "the membership of this name before still lets its queue run empty");
        }
        if (pair.isUseless(binding)) {
            ground.endings().end(name, pair::end);
            throw new NotYetException("its former queue pair is of no use and is being closed");
        }
        device = binding.port().device();
        PairFacts facts = pair.prepare(binding);
        ready = true;
        show(facts);
    }

    private void show(PairFacts facts) {
        unposted = receives() && !facts.posted();
        board.pair(receives() ? facts : facts.forSending());
        if (isCounted() && board.status().lateMessages() < 0) {
            board.late(0);
        }
    }

    /** What is to be said of a member by this pair; empty if all is well. */
    String remark() {
        return unposted ? PairFacts.UNPOSTED : "";
    }

    /**
     * Whether it can have the Q_Key of the group.
     *
     * @param other another member by the same pair, if there is one
     * @throws RdmaException EBUSY if that one needs a different Q_Key
     */
    void check(Supplier<@Nullable MembershipCore> other, JoinedGroup group) {
        if (pair.isMade()) {
            return;
        }
        MembershipCore member = other.get();
        if (member == null) {
            return;
        }
        boolean differs =
                member.board()
                        .status()
                        .joined()
                        .filter(joined -> joined.qkey() != group.qkey())
                        .isPresent();
        if (differs) {
            throw new RdmaException(
                    "ibv_modify_qp",
                    Errno.of(16),
                    request.queuePair().orElse(name),
                    "its Q_Key is that of the group of "
                            + member.name()
                            + ", and this group has another one: take another queue pair");
        }
    }

    /** Lets it send to the group and, unless it only sends, receive. */
    void enter(JoinedGroup group) {
        int before = pair.setQkey(device, group.qkey());
        if (!pair.isMade() && before != group.qkey() && qkeyBefore < 0) {
            qkeyBefore = Integer.toUnsignedLong(before);
            LOG.info(
                    "{} gives the queue pair {} the Q_Key 0x{} of its group; it had 0x{}, and gets"
                            + " that back when the group is left",
                    name,
                    request.queuePair().orElse(""),
                    Integer.toHexString(group.qkey()),
                    Integer.toHexString(before));
        }
        if (receives()) {
            MulticastAttachment next = new MulticastAttachment(group.mgid(), group.mlid());
            pair.attach(device, next);
            attachment = next;
        }
        show(pair.facts(device));
        board.member(group, receives());
    }

    /**
     * Ends the attachment, if there is one; one of a pair that is gone has ended with it.
     *
     * @throws NotYetException if the verbs are away
     */
    void detach() {
        MulticastAttachment present = attachment;
        if (present == null) {
            return;
        }
        if (!pair.isMade() && shared.test(present)) {
            // The kernel does not count attachments: another membership by the pair needs it.
            attachment = null;
            return;
        }
        try {
            pair.detach(device, present);
        } catch (RdmaException e) {
            LOG.info("{} is detached by the end of its pair: {}", name, e.getMessage());
        }
        attachment = null;
    }

    /** The same; if the verbs are away it is done before the next attachment. */
    void detachQuietly() {
        try {
            detach();
        } catch (NotYetException e) {
            LOG.info("{} is detached later: {}", name, e.reason());
        }
    }

    /** What is queued is late from now on; null if nothing can be. */
    @Nullable Drain beginDrain() {
        MembershipStatus status = board.status();
        if (!ready || !pair.isMade() || !receives() || status.queuePair().isEmpty()) {
            return null;
        }
        return new Drain(
                status.queuePair().get().value(),
                request.counted() ? ground.counts().of(status.queue()) : Optional.empty(),
                ground.now());
    }

    /** A pair of the caller gets its Q_Key back; by the last member that needs the present one. */
    void restoreQkey(Supplier<@Nullable MembershipCore> other) {
        if (qkeyBefore < 0 || pair.isMade()) {
            return;
        }
        MembershipCore next = other.get();
        if (next != null) {
            next.inheritQkey(qkeyBefore);
            qkeyBefore = -1;
            return;
        }
        try {
            int unused = pair.setQkey(device, (int) qkeyBefore);
        } catch (NotYetException | RdmaException e) {
            LOG.info("{} could not give the Q_Key back: {}", name, e.getMessage());
        }
        qkeyBefore = -1;
    }

    /** Another member by the pair had changed its Q_Key, and is gone. */
    void inheritQkey(long before) {
        if (qkeyBefore < 0) {
            qkeyBefore = before;
        }
    }

    /** Whether it was one of those that were closed: another one comes in its place. */
    boolean isReplaced(ClosedPairs closed) {
        boolean replaced = closed.contains(device, board.status().queuePair());
        if (replaced) {
            lose();
            pair.replaced();
        }
        return replaced;
    }

    /** Its groups and its Q_Key went with it. */
    private void lose() {
        missed = 0;
        attachment = null;
        qkeyBefore = -1;
        board.noPair();
    }

    /** Whether it is not there any more, by this look and the one before. */
    boolean isGone(PairSurvey survey) {
        missed = seen(survey).isPresent() ? 0 : missed + 1;
        // One look may fall into the start of a verbs bundle.
        if (missed < 2) {
            return false;
        }
        lose();
        return true;
    }

    /** What it was attached to at a look; empty if it was not there. */
    private Optional<List<MulticastAttachment>> seen(PairSurvey survey) {
        return board.status()
                .queuePair()
                .map(number -> survey.seen().get(new PairSurvey.Place(device, number)));
    }

    /** Whether somebody else has ended its attachment. */
    boolean isDetached(PairSurvey survey) {
        MulticastAttachment present = attachment;
        return present != null
                && seen(survey).filter(groups -> !groups.contains(present)).isPresent();
    }

    /** Closes what was made. */
    void end() {
        attachment = null;
        board.noPair();
        if (ready) {
            ready = false;
            if (pair.isMade()) {
                ground.endings().end(name, pair::end);
            }
        }
    }
}
