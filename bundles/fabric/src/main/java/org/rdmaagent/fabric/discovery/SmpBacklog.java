// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The questions that wait to be sent, and which of them is next. Questions across links lead on, so
 * they come first, as far as their order allows; they leave a quarter of the window to the others,
 * since nobody knows beforehand how slow it is behind a link. Then come questions about known
 * nodes, the node found first before the others; then what is to be repeated across links.
 */
final class SmpBacklog {
    /** More at a time could meet again before the same slow node. */
    private static final int FEWEST_REPEATS = 4;

    private final CrossingOrder crossings = new CrossingOrder();
    private final PriorityQueue<SmpTarget> ready = new PriorityQueue<>();
    private final ArrayDeque<SmpRequest> repeats = new ArrayDeque<>();
    private int waiting;
    private int crossingsOnWire;
    private int repeatsOnWire;

    void add(SmpRequest request) {
        waiting++;
        FoundNode node = request.node;
        if (node == null) {
            crossings.add(request);
        } else {
            node.target.add(request);
            list(node.target);
        }
    }

    /**
     * The question found no answer in time. About a known node it is asked again in its turn;
     * across a link, where maybe nobody is, when nothing else is to be asked.
     */
    void repeatLater(SmpRequest request) {
        if (request.node != null) {
            add(request);
        } else {
            waiting++;
            repeats.add(request);
        }
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    /** The next question to be sent; null if none may be sent now. */
    @Nullable SmpRequest next(int window, long now, long lateNanos) {
        SmpRequest next = null;
        if (crossingsOnWire < window - window / 4) {
            next = crossings.next(now, lateNanos);
        }
        if (next == null) {
            next = aboutKnownNode(window);
        }
        if (next == null) {
            next = crossings.next(now, lateNanos);
        }
        if (next == null && repeatsOnWire < Math.max(FEWEST_REPEATS, window / 4)) {
            next = repeats.poll();
        }
        if (next != null) {
            waiting--;
        }
        return next;
    }

    /** How long until a held question across a link may be sent; nanoseconds. */
    long heldNanos(long now, long lateNanos) {
        return crossings.heldNanos(now, lateNanos);
    }

    /** Two neighbours were found whose turns in asking across links are the same. */
    void oddRing() {
        crossings.oddRing();
    }

    void sent(SmpRequest request) {
        FoundNode node = request.node;
        if (node == null) {
            crossingsOnWire++;
            repeatsOnWire += request.attempts > 1 ? 1 : 0;
            crossings.sent(request);
        } else {
            node.target.sent();
        }
    }

    /** It is no longer on the wire: answered, given up, or put back. */
    void ended(SmpRequest request) {
        FoundNode node = request.node;
        if (node == null) {
            crossingsOnWire--;
            repeatsOnWire -= request.attempts > 1 ? 1 : 0;
        } else {
            node.target.ended();
            list(node.target);
        }
    }

    private @Nullable SmpRequest aboutKnownNode(int window) {
        for (SmpTarget target = ready.peek(); target != null; target = ready.peek()) {
            if (target.ready(window)) {
                return target.poll();
            }
            ready.remove();
            target.listed = false;
        }
        return null;
    }

    private void list(SmpTarget target) {
        if (!target.listed && target.waits()) {
            target.listed = true;
            ready.add(target);
        }
    }
}
