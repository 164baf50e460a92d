// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

/** A way of the agent. */
final class PortSubject extends Subject {
    private final PolledPairQueue queue;
    private final Taker taker;
    private final boolean restarts;

    /**
     * Over a queue of its own.
     *
     * @param restarts whether the buffers that it takes are not given back
     */
    PortSubject(Way way, PolledPairQueue queue, Taker taker, boolean restarts) {
        super(way.label());
        this.queue = queue;
        this.taker = taker;
        this.restarts = restarts;
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

    @Override
    void prepare() {
        if (restarts) {
            queue.restart();
            restart();
            long unused = taker.poll(1, 1); // gets to know the new ring now
        }
    }
}
