// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.loop.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command, and the loop that has to carry it out.
 *
 * @param loop which
 * @param command what
 */
record Order(ManagedLoop loop, Command command) {
    /** How long to wait for a loop. */
    static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int ETIMEDOUT = 110;
    private static final Logger LOG = LoggerFactory.getLogger(Order.class);

    /**
     * Waits until it is carried out.
     *
     * @throws RdmaException ETIMEDOUT, with the handler that holds the loop
     */
    void await() {
        if (loop.thread().isMe()) {
            throw late("a handler of this loop asks, and would wait for itself");
        }
        if (!command.await(WAIT_NANOS)) {
            throw late(holder(loop) + " holds its thread");
        }
    }

    private RdmaException late(String why) {
        return new RdmaException(
                "poll loop",
                Errno.of(ETIMEDOUT),
                loop.name(),
                why + "; it is done as soon as that returns");
    }

    /** Waits for all of them, for 10 s in the whole; says which are late. */
    static void awaitAll(List<Order> orders, LongSupplier nanoTime) {
        long end = nanoTime.getAsLong() + WAIT_NANOS;
        for (Order order : orders) {
            if (order.loop().thread().isMe()) {
                continue;
            }
            if (!order.command().await(Math.max(0, end - nanoTime.getAsLong()))) {
                LOG.error(
                        "{} holds the thread of poll loop {}: what is to be changed there is"
                                + " changed when it returns",
                        holder(order.loop()),
                        order.loop().name());
            }
        }
    }

    private static String holder(ManagedLoop loop) {
        String handler = loop.core().busy().handler();
        return handler.isEmpty() ? "something" : handler;
    }
}
