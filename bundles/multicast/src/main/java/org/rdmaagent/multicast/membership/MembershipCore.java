// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.pair.NotYetException;
import org.rdmaagent.multicast.pair.PairSurvey;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmNotice;

/**
 * One membership: from the request to the group, and back. All of it is done on the conductor's
 * thread, step by step; where something is not there yet the step is done again. Only {@link
 * #board}, {@link #name} and {@link #request} are for any thread.
 */
final class MembershipCore {
    /** Nothing is due. */
    static final long NEVER = Long.MAX_VALUE;

    private final Ground ground;
    private final JoinRequest request;
    private final String name;
    private final boolean lasting;
    private final StatusBoard board;
    private final GroupId id;
    private final Hold hold;
    private final Setbacks setbacks;
    private final Departure departure;
    private Step step = Step.PREPARE;
    private long dueNanos = NEVER;
    private @Nullable JoinedGroup answer;

    /** To be started, or adopted. */
    MembershipCore(Ground ground, JoinRequest named, boolean lasting) {
        this.ground = ground;
        this.request = named;
        this.name = named.name().orElseThrow();
        this.lasting = lasting;
        this.board = new StatusBoard(name, named.group(), lasting, ground.clock(), ground.news());
        this.id = new GroupId(ground.tenancy(), named);
        this.hold = new Hold(ground, named, board, group -> ground.roster().isShared(this, group));
        this.setbacks = new Setbacks(ground, named, board);
        this.departure = new Departure(ground, name, board, id, hold);
    }

    String name() {
        return name;
    }

    JoinRequest request() {
        return request;
    }

    StatusBoard board() {
        return board;
    }

    boolean isLasting() {
        return lasting;
    }

    /** Whether its queue pair receives for a group. */
    boolean isMember() {
        return step == Step.MEMBER;
    }

    /** Whether its queue is to be polled and counted by the agent's own loop. */
    boolean isCounted() {
        return hold.isCounted() && step != Step.REST;
    }

    /** Whether the context of its name is its own. */
    boolean needsPair() {
        return hold.isMade() && step != Step.REST;
    }

    /** When something is to be done, by the clock of durations. */
    long dueNanos() {
        return dueNanos;
    }

    /** Whether it was left, or failed for good, so long ago that nobody asks for it. */
    boolean isOver(long now) {
        return step == Step.REST && (isLeft() ? departure.isLongAgo(now) : setbacks.isLongAgo(now));
    }

    /** Does what is due, if it is. */
    void tick(long now) {
        if (dueNanos != NEVER && now - dueNanos >= 0) {
            dueNanos = NEVER;
            advance();
        }
    }

    /** Goes on as far as it can. */
    void advance() {
        try {
            switch (step) {
                case PREPARE -> prepare();
                case ASKED -> setback(setbacks.noAnswer());
                case ANSWERED -> complete();
                case LEAVE -> {
                    departure.depart(() -> ground.roster().other(this));
                    finish();
                }
                case DRAIN -> {
                    if (departure.isDrained()) {
                        rest();
                    } else {
                        dueNanos = ground.now() + Drain.LOOK_NANOS;
                    }
                }
                case MEMBER, REST -> {}
            }
        } catch (NotYetException e) {
            board.reason(e.reason(), Errno.NONE);
            dueNanos = ground.now() + Pace.AGAIN_NANOS;
        } catch (RuntimeException e) {
            // The conductor serves the others, too.
            setback(setbacks.thrown(e));
        }
    }

    private void prepare() {
        setbacks.announce();
        ground.roster().requireFree(name);
        ground.tenancy().require(lasting);
        clear();
        CmId open = id.open(memo());
        board.bound(id.bind());
        hold.prepare(open.binding().orElseThrow());
        id.memo(memo());
        id.ask();
        step = Step.ASKED;
        dueNanos = ground.now() + Pace.ANSWER_NANOS;
    }

    /** What is left of the membership before. */
    private void clear() {
        hold.detach();
        id.leave();
        board.noMember();
    }

    private void complete() {
        JoinedGroup group = Objects.requireNonNull(answer, "no answer");
        hold.check(() -> ground.roster().other(this), group);
        hold.enter(group);
        step = Step.MEMBER;
        setbacks.joined(group, hold.remark());
        id.memo(memo());
    }

    /** An event of its id; those of ids before it are never told. */
    void onNotice(CmNotice notice) {
        switch (notice.type()) {
            case MULTICAST_JOIN -> {
                if (step == Step.ASKED && notice.joined().isPresent()) {
                    answer = notice.joined().get();
                    step = Step.ANSWERED;
                    dueNanos = NEVER;
                    advance();
                }
            }
            case MULTICAST_ERROR -> {
                if (step.isAsked()) {
                    setback(setbacks.told(notice.status()));
                }
            }
            case ADDR_CHANGE -> moved(setbacks.moved(), false);
            case DEVICE_REMOVAL -> moved(setbacks.removed(), true);
            default -> {}
        }
    }

    /** Its id is of no use any more. */
    private void moved(RdmaException why, boolean deviceGone) {
        if (step == Step.LEAVE || step == Step.DRAIN || step == Step.REST) {
            return;
        }
        hold.detachQuietly();
        id.close();
        if (deviceGone) {
            hold.end();
        }
        if (step != Step.PREPARE) {
            setback(why);
        }
    }

    /** It is no member, or does not become one, for this reason. */
    private void setback(RdmaException why) {
        if (step == Step.LEAVE) {
            // Nothing keeps it from ending.
            finish();
            return;
        }
        if (step == Step.DRAIN) {
            departure.forget();
            rest();
            return;
        }
        step = Step.REST;
        answer = null;
        hold.detachQuietly();
        id.leave();
        board.noMember();
        long wait = setbacks.meet(why, lasting);
        if (wait == NEVER) {
            id.close();
            rest();
            return;
        }
        step = Step.PREPARE;
        dueNanos = ground.now() + wait;
        id.keep(memo());
    }

    /** Begins to leave. */
    void leave() {
        boolean unused = board.askToLeave();
        if (step == Step.LEAVE || step == Step.DRAIN || isLeft()) {
            return;
        }
        departure.begin();
        step = Step.LEAVE;
        id.memo(memo());
        dueNanos = NEVER;
        advance();
    }

    private boolean isLeft() {
        return board.state() == MembershipState.LEFT;
    }

    private void finish() {
        departure.finish();
        step = Step.DRAIN;
        advance();
    }

    private void rest() {
        step = Step.REST;
        dueNanos = NEVER;
        hold.end();
    }

    /** Takes up what an earlier user of the lease left; what is due follows. */
    void adopt(CmId open, Adoption past) {
        id.adopt(open);
        step = past.restore(open, board, setbacks, hold);
        answer = past.answer().orElse(null);
        if (step == Step.LEAVE) {
            departure.resume();
            boolean unused = board.askToLeave();
        }
        dueNanos = step == Step.ASKED ? ground.now() + Pace.ANSWER_NANOS : ground.now();
    }

    /** It is the one that gives a queue pair of the caller its Q_Key back. */
    void inheritQkey(long before) {
        hold.inheritQkey(before);
        id.memo(memo());
    }

    /** Whether an id was opened for it. */
    boolean hasId() {
        return id.isKnown();
    }

    /** The lease was taken up again by the same user. */
    void reopen(CmId open) {
        id.adopt(open);
    }

    /** The provider is gone, and with it everything that was held of it. */
    void orphaned() {
        id.forget();
        // One that is to be left still has to be detached, and one to be prepared waits anyway.
        if (step.isAsked()) {
            setback(setbacks.providerGone());
        }
    }

    /** The verbs are there, or others than before. */
    void verbsCame() {
        if (step == Step.MEMBER) {
            step = Step.ANSWERED;
        }
        switch (step) {
            case ANSWERED, LEAVE -> advance();
            // What was lost while they were away is still attached.
            case PREPARE -> hold.detachQuietly();
            default -> {}
        }
    }

    /** Looks whether its queue pair is there, and attached. */
    void look(PairSurvey survey) {
        if (isMember() && hold.isGone(survey)) {
            setback(hold.isMade() ? setbacks.pairGone() : setbacks.foreignPairGone());
        } else if (isMember() && hold.isDetached(survey)) {
            setbacks.detached();
            step = Step.ANSWERED;
            advance();
        }
    }

    /** Queue pairs were closed with their context, and are made anew. */
    void pairsClosed(ClosedPairs closed) {
        if (step.isAsked() && hold.isReplaced(closed)) {
            setback(setbacks.reopened());
        }
    }

    /** This bundle stops; all goes on in the provider. */
    void end() {
        departure.forget();
        board.end();
    }

    private String memo() {
        return Adoption.memo(request, board.status(), hold);
    }
}
