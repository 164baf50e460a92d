// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Bounds what all requests together take of the heap while they are answered. Jolokia holds the
 * answers to all parts of a bulk request until the last one is there: some thousand lists, asked
 * for in 64 kB by the least login, were more than the heap. What the thread of a request has
 * allocated is at least what its answers hold. Any number of threads, each with one request at a
 * time.
 */
final class AnswerBudget {
    private static final int SHARE_OF_HEAP = 4;

    private static final class Account {
        private final long start;
        private long counted;

        Account(long start) {
            this.start = start;
        }
    }

    private static final ThreadLocal<Account> CURRENT = new ThreadLocal<>();

    private final AtomicLong inFlightBytes = new AtomicLong();
    private final LongSupplier allocatedBytes;
    private final long limitBytes;

    /**
     * A budget.
     *
     * @param allocatedBytes by this thread since it began; the same number for ever where the Java
     *     machine does not count
     * @param limitBytes for all requests together
     */
    AnswerBudget(LongSupplier allocatedBytes, long limitBytes) {
        this.allocatedBytes = allocatedBytes;
        this.limitBytes = limitBytes;
    }

    /** A quarter of the heap. */
    static AnswerBudget ofThisMachine() {
        return new AnswerBudget(
                AnswerBudget::allocated, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** A request begins on this thread. */
    void enter() {
        CURRENT.set(new Account(allocatedBytes.getAsLong()));
    }

    /** Whether another part of it may be answered. The first part of a lone request always may. */
    boolean allowsMore() {
        Account account = CURRENT.get();
        if (account == null) {
            return true;
        }
        long used = allocatedBytes.getAsLong() - account.start;
        long added = used - account.counted;
        account.counted = used;
        return inFlightBytes.addAndGet(added) <= limitBytes;
    }

    /** The request on this thread has been answered. */
    void leave() {
        Account account = CURRENT.get();
        if (account != null) {
            inFlightBytes.addAndGet(-account.counted);
            CURRENT.remove();
        }
    }

    /** Asked by name: the JDK's interface for it is in a package that not every framework shows. */
    private static long allocated() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            Object bytes =
                    server.getAttribute(
                            new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                            "CurrentThreadAllocatedBytes");
            return bytes instanceof Long counted ? counted : 0;
        } catch (JMException | RuntimeException e) {
            return 0; // another make of Java
        }
    }
}
