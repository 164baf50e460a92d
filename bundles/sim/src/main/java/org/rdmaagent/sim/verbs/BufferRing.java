// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.ScatterGather;

/**
 * The buffers of a receive ring, and where each of them is. Of one whose message was not polled yet
 * it is only known that it was posted, as with a real device. The world's lock is held.
 */
final class BufferRing {
    /** Posts receives again. */
    @FunctionalInterface
    interface Poster {
        /** How many of them were taken. */
        int post(List<ReceiveRequest> requests);
    }

    private enum Place {
        POSTED,
        HELD,
        GIVEN_BACK,
        LOST
    }

    private final SimulatedObject owner;
    private final SimulatedMr region;
    private final ReceiveRing told;
    private final Poster poster;
    private final ReceiveRequest[] requests;
    private final Place[] places;
    private final ByteBuffer view;
    private final List<ReceiveRequest> givenBack = new ArrayList<>();
    private int posted;
    private int held;
    private boolean gone;

    /**
     * A ring of which nothing is posted yet.
     *
     * @param owner the queue pair or shared receive queue
     * @param poster posts receives; it takes none if that cannot be any more
     */
    BufferRing(
            SimulatedObject owner, SimulatedMr region, int buffers, int bytesEach, Poster poster) {
        this.owner = owner;
        this.region = region;
        this.told = new ReceiveRing(region.name(), buffers, bytesEach);
        this.poster = poster;
        this.requests = new ReceiveRequest[buffers];
        this.places = new Place[buffers];
        this.view = region.bytes();
        for (int index = 0; index < buffers; index++) {
            ScatterGather segment = new ScatterGather(address(index, 0), bytesEach, region.lkey());
            requests[index] = new ReceiveRequest(index, List.of(segment));
        }
        Arrays.fill(places, Place.LOST);
    }

    ReceiveRing told() {
        return told;
    }

    SimulatedObject owner() {
        return owner;
    }

    SimulatedMr region() {
        return region;
    }

    /** Whether a request is one of its own: another one may look the same. */
    @SuppressWarnings("ReferenceEquality")
    boolean owns(ReceiveRequest request) {
        long index = request.wrId();
        return index >= 0 && index < requests.length && requests[(int) index] == request;
    }

    /** Posts all of them for the first time. */
    void fill() {
        for (int index = 0; index < requests.length; index++) {
            places[index] = Place.GIVEN_BACK;
            givenBack.add(requests[index]);
        }
        post();
    }

    /** A completion of a receive goes to the poller. */
    void handOut(int index) {
        if (places[index] == Place.POSTED) {
            posted--;
            held++;
            places[index] = Place.HELD;
        }
    }

    /** The poller is done with a buffer; it is posted with the next {@link #post}. */
    void giveBack(int index) {
        if (places[index] == Place.HELD) {
            held--;
            places[index] = Place.GIVEN_BACK;
            givenBack.add(requests[index]);
        }
    }

    /** Posts what was given back, in one call; what cannot be posted is lost. */
    void post() {
        if (givenBack.isEmpty()) {
            return;
        }
        int taken = gone ? 0 : poster.post(givenBack);
        for (int i = 0; i < givenBack.size(); i++) {
            places[(int) givenBack.get(i).wrId()] = i < taken ? Place.POSTED : Place.LOST;
        }
        posted += taken;
        givenBack.clear();
    }

    /** The device forgot a receive, or a send from a buffer, without a completion. */
    void lose(int index) {
        posted -= places[index] == Place.POSTED ? 1 : 0;
        held -= places[index] == Place.HELD ? 1 : 0;
        places[index] = places[index] == Place.GIVEN_BACK ? Place.GIVEN_BACK : Place.LOST;
    }

    /** The device forgot all receives. */
    void loseAllPosted() {
        for (int index = 0; index < places.length; index++) {
            if (places[index] == Place.POSTED) {
                lose(index);
            }
        }
    }

    /** Its queue is gone, or its memory. */
    void end() {
        gone = true;
    }

    boolean isGone() {
        return gone || !region.stillOpen();
    }

    /** How many wait for a message. */
    int posted() {
        return posted;
    }

    /** How many were handed out and not given back. */
    int held() {
        return held;
    }

    /** Where a byte of a buffer is for the device. */
    long address(int index, int offset) {
        return region.address() + (long) index * told.bytesEach() + offset;
    }

    /** A part of a buffer: always the same object. */
    ByteBuffer view(int index, int from, int to) {
        int start = index * told.bytesEach();
        return view.clear().position(start + from).limit(start + to);
    }

    /** The first bytes of a buffer; leaves {@link #view} as it is. */
    ByteBuffer start(int index, int bytes) {
        return region.bytes().slice(index * told.bytesEach(), bytes);
    }

    /** Where messages begin in a buffer. */
    static int head(QpType type) {
        return type == QpType.UD ? NetworkHeader.BYTES : 0;
    }
}
