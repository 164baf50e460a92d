// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

/** A way of the agent. */
final class PortSubject extends Subject {
    private final PolledPairQueue queue;
    private final Taker taker;

    /** Over a queue of its own. */
    PortSubject(Way way, PolledPairQueue queue, Taker taker) {
        super(way.label());
        this.queue = queue;
        this.taker = taker;
        long unused = taker.poll(1, 1); // a change of the pair asks the thread that polls
    }

    @Override
    int pair() {
        return queue.pair();
    }

    @Override
    void take(long count, int batch) {
        taker.take(count, batch);
    }

    @Override
    long pollEmpty(long polls, int batch) {
        return taker.poll(polls, batch);
    }

    @Override
    long sum() {
        return taker.sum();
    }
}
