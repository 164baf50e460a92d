// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.time.Instant;
import java.util.Optional;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.request.RequestText;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;

/**
 * What an id tells about the membership that an earlier user of the lease had on it.
 *
 * @param request what was asked for
 * @param past what had become of it
 * @param join what is asked for on the id
 * @param nowMillis milliseconds since 1970
 */
record Adoption(JoinRequest request, RequestText.Past past, Optional<CmJoin> join, long nowMillis) {
    /**
     * Reads an id.
     *
     * @throws IllegalArgumentException if nothing is written on it that can be
     */
    static Adoption of(CmId id, long nowMillis) {
        RequestText text = RequestText.read(id.name(), id.memo());
        Optional<CmJoin> join =
                id.joins().stream()
                        .filter(each -> each.group().equals(text.request().group()))
                        .findFirst();
        return new Adoption(text.request(), text.past(), join, nowMillis);
    }

    /** What is to be written on an id. */
    static String memo(JoinRequest request, MembershipStatus status, Hold hold) {
        MembershipState state = status.state();
        return new RequestText(
                        request,
                        new RequestText.Past(
                                status.lasting(),
                                state == MembershipState.LEAVING,
                                state == MembershipState.LOST || state == MembershipState.REJOINING,
                                status.joins(),
                                status.losses(),
                                status.lastGapMillis(),
                                status.since().toEpochMilli(),
                                hold.device(),
                                hold.attachment(),
                                hold.qkeyBefore()))
                .write();
    }

    /** What the group is, if it is a member. */
    Optional<JoinedGroup> answer() {
        return join.flatMap(CmJoin::answer);
    }

    /** Shows it as it was; what is to be done next. */
    Step restore(CmId id, StatusBoard board, Setbacks setbacks, Hold hold) {
        board.restore(
                state(), Instant.ofEpochMilli(past.sinceMillis()), past.joins(), past.losses());
        board.gap(past.lastGapMillis());
        setbacks.announced();
        if (past.lost()) {
            setbacks.restore(Math.max(0, nowMillis - past.sinceMillis()));
        }
        id.binding().ifPresent(board::bound);
        hold.adopt(past);
        answer().ifPresent(group -> board.member(group, hold.receives()));
        return step();
    }

    private MembershipState state() {
        if (past.leaving()) {
            return MembershipState.LEAVING;
        }
        if (answer().isPresent() && past.joins() > 0) {
            return past.lost() ? MembershipState.REJOINING : MembershipState.JOINED;
        }
        if (past.lost()) {
            return join.isPresent() ? MembershipState.REJOINING : MembershipState.LOST;
        }
        if (past.joins() == 0) {
            return MembershipState.JOINING;
        }
        // A member whose answer is gone has lost its group; the event that says so is to come.
        return join.isPresent() ? MembershipState.JOINED : MembershipState.LOST;
    }

    private Step step() {
        if (past.leaving()) {
            return Step.LEAVE;
        }
        if (answer().isPresent()) {
            return Step.ANSWERED;
        }
        return join.isPresent() ? Step.ASKED : Step.PREPARE;
    }
}
