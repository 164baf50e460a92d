// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In which order links are asked so that no link is asked from both of its sides at the same time.
 *
 * <p>In a tree of switches, and in every other subnet without odd rings, two switches whose routes
 * have an even and an odd number of hops may be neighbours, two with even ones never are. So the
 * links of the even ones and those of the odd ones are asked by turns; who waits for his turn is
 * held until the answers of the other turn have come. When a link is found that contradicts, each
 * switch gets a turn of its own.
 *
 * <p>An answer that is late holds nobody any longer: one question too many is cheaper than a
 * standstill. Where an earlier sweep told what is at the other end, {@link KnownNode} decides
 * instead, and the question is not held here.
 */
final class CrossingOrder {
    private static final int PARITIES = 2;

    private final Map<Integer, ArrayDeque<SmpRequest>> turns = new LinkedHashMap<>();
    private final ArrayDeque<SmpRequest> free = new ArrayDeque<>();

    /** Those that hold the other turns, in the order of sending. */
    private final ArrayDeque<SmpRequest> holding = new ArrayDeque<>();

    private int turn;
    private boolean oddRings;

    void add(SmpRequest request) {
        if (request.hinted || request.port == null) {
            free.add(request);
        } else {
            turns.computeIfAbsent(turnOf(request), t -> new ArrayDeque<>()).add(request);
        }
    }

    @Nullable SmpRequest next(long now, long lateNanos) {
        SmpRequest next = free.poll();
        if (next != null || turns.isEmpty()) {
            return next;
        }
        ArrayDeque<SmpRequest> mine = turns.get(turn);
        if (mine == null) {
            if (held(now, lateNanos)) {
                return null;
            }
            turn = turns.keySet().iterator().next();
            mine = turns.get(turn);
        }
        return mine == null ? null : taken(mine);
    }

    private @Nullable SmpRequest taken(ArrayDeque<SmpRequest> mine) {
        SmpRequest next = mine.poll();
        if (mine.isEmpty()) {
            turns.remove(turn);
        }
        return next;
    }

    void sent(SmpRequest request) {
        if (!request.hinted && request.attempts == 1) {
            holding.add(request);
        }
    }

    /** How long until the turn changes although answers are missing; for ever if nobody waits. */
    long heldNanos(long now, long lateNanos) {
        SmpRequest oldest = oldest();
        return turns.isEmpty() || oldest == null
                ? Long.MAX_VALUE
                : Math.max(0, oldest.sentAt + lateNanos - now);
    }

    /** Two switches are neighbours whose routes are both even, or both odd. */
    void oddRing() {
        if (oddRings) {
            return;
        }
        oddRings = true;
        List<SmpRequest> all = new ArrayList<>();
        turns.values().forEach(all::addAll);
        turns.clear();
        all.forEach(this::add);
    }

    private int turnOf(SmpRequest request) {
        FoundPort port = request.port;
        if (port == null) {
            return 0;
        }
        return oddRings ? PARITIES + port.node.order : port.node.route.hops() % PARITIES;
    }

    private boolean held(long now, long lateNanos) {
        SmpRequest oldest = oldest();
        while (oldest != null && oldest.sentAt + lateNanos - now <= 0) {
            holding.remove();
            oldest = oldest();
        }
        return oldest != null;
    }

    private @Nullable SmpRequest oldest() {
        SmpRequest oldest = holding.peek();
        while (oldest != null && (oldest.finished || oldest.attempts > 1)) {
            holding.remove();
            oldest = holding.peek();
        }
        return oldest;
    }
}
