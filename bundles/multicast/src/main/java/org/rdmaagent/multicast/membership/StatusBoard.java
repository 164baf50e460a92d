// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.PairFacts;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.QpNumber;

/** What is told of a membership. The conductor writes, any thread reads and waits. */
final class StatusBoard {
    private static final Errno EBADF = Errno.of(9);

    private final String name;
    private final GroupAddress group;
    private final boolean lasting;
    private final InstantSource clock;
    private final MembershipNews news;
    private MembershipState state = MembershipState.JOINING;
    private String reason = "";
    private Errno errno = Errno.NONE;
    private Instant since;
    private Optional<PortId> port = Optional.empty();
    private String localAddress = "";
    private Optional<JoinedGroup> joined = Optional.empty();
    private Optional<QpNumber> queuePair = Optional.empty();
    private String queue = "";
    private boolean attached;
    private String loopback = "";
    private long joins;
    private long losses;
    private long lastGapMillis = -1;
    private long lateMessages = -1;
    private boolean leaving;
    private boolean ended;

    StatusBoard(
            String name,
            GroupAddress group,
            boolean lasting,
            InstantSource clock,
            MembershipNews news) {
        this.name = name;
        this.group = group;
        this.lasting = lasting;
        this.clock = clock;
        this.news = news;
        this.since = now();
    }

    /** As exact as it is written on an id. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Another state, which is told. */
    void to(MembershipState next, String why, Errno number, String text) {
        MembershipState before;
        MembershipStatus status;
        synchronized (this) {
            before = state;
            state = next;
            reason = why;
            errno = number;
            since = now();
            status = status();
            notifyAll();
        }
        news.tell(name, group, before, status, text);
    }

    /** As an earlier user of the lease left it; nothing is told. */
    synchronized void restore(MembershipState as, Instant then, long oldJoins, long oldLosses) {
        state = as;
        since = then;
        joins = oldJoins;
        losses = oldLosses;
        notifyAll();
    }

    /** Why it does not go on, in the same state; empty if it does. */
    synchronized void reason(String why, Errno number) {
        reason = why;
        errno = number;
    }

    synchronized void bound(CmBinding binding) {
        port = Optional.of(binding.port());
        localAddress = binding.local().getHostAddress();
    }

    synchronized void pair(PairFacts facts) {
        queuePair = Optional.of(facts.number());
        queue = facts.queue();
        loopback = facts.loopback();
    }

    /** There is none any more. */
    synchronized void noPair() {
        queuePair = Optional.empty();
        queue = "";
        loopback = "";
    }

    synchronized void member(JoinedGroup what, boolean receives) {
        joined = Optional.of(what);
        attached = receives;
    }

    /** Nothing reaches it any more. */
    synchronized void noMember() {
        joined = Optional.empty();
        attached = false;
    }

    synchronized void joinedOnce() {
        joins++;
    }

    synchronized void lostOnce() {
        losses++;
    }

    synchronized void gap(long millis) {
        lastGapMillis = millis;
    }

    synchronized void late(long messages) {
        lateMessages = messages;
    }

    /** It is to be left; the first one who asks gets true. For any thread. */
    synchronized boolean askToLeave() {
        boolean first = !leaving;
        leaving = true;
        return first;
    }

    /** Whether it was asked to be left. */
    synchronized boolean isLeaving() {
        return leaving;
    }

    /** The bundle that served it is gone. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean isEnded() {
        return ended;
    }

    synchronized MembershipState state() {
        return state;
    }

    /** For the conductor: also after the end. */
    synchronized MembershipStatus status() {
        return new MembershipStatus(
                state,
                reason,
                errno,
                since,
                port,
                localAddress,
                joined,
                queuePair,
                queue,
                attached,
                loopback,
                joins,
                losses,
                lastGapMillis,
                lateMessages,
                lasting);
    }

    synchronized MembershipStatus show() {
        if (ended) {
            throw gone("look at it");
        }
        return status();
    }

    RdmaException gone(String call) {
        return new RdmaException(
                call,
                EBADF,
                name,
                "the multicast bundle was replaced: the membership goes on, look it up by its name"
                        + " through MulticastService");
    }

    /** Waits until it is settled. */
    synchronized MembershipStatus await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!ended && !isSettled()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return show();
    }

    private boolean isSettled() {
        return state == MembershipState.LEFT
                || (!leaving
                        && (state == MembershipState.JOINED || state == MembershipState.FAILED));
    }
}
