// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Slows down who guesses passwords. Nothing waits here: an attempt that comes too early is to be
 * refused with the time to wait. Three counts, each doubling its delay from a start of its own:
 *
 * <ul>
 *   <li>one user from one address: 5 free, then 1 s, 2 s, up to 8 s;
 *   <li>one address, whatever user: 20 free, up to 8 s;
 *   <li>one user, from anywhere: 20 free, up to 2 s, so that a stranger cannot lock the owner out
 *       for long.
 * </ul>
 *
 * <p>A count is forgotten with a right login (of that user from there), and five minutes after its
 * last failure. At most {@value #CAPACITY} counts are kept, the oldest goes first. Any number of
 * threads.
 */
final class LoginThrottle {
    static final int CAPACITY = 4096;
    private static final long FORGET_NANOS = Duration.ofMinutes(5).toNanos();
    private static final int USER_CHARACTERS = 64;

    private record Count(int failures, long lastNanos) {}

    private final LongSupplier nanoTime;
    private final Map<String, Count> counts =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
                    return size() > CAPACITY;
                }
            };

    LoginThrottle(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** How long to wait before an attempt is looked at; zero if it may be made now. */
    synchronized Duration pause(String address, String user) {
        long pair = remaining(pair(address, user), 5, 8);
        long from = remaining("from " + address, 20, 8);
        long whom = remaining("user " + cut(user), 20, 2);
        return Duration.ofNanos(Math.max(pair, Math.max(from, whom)));
    }

    synchronized void failed(String address, String user) {
        count(pair(address, user));
        count("from " + address);
        count("user " + cut(user));
    }

    synchronized void succeeded(String address, String user) {
        counts.remove(pair(address, user));
    }

    synchronized int size() {
        return counts.size();
    }

    private void count(String key) {
        long now = nanoTime.getAsLong();
        Count before = counts.get(key);
        int failures =
                before == null || now - before.lastNanos() > FORGET_NANOS
                        ? 1
                        : Math.min(before.failures() + 1, 1_000);
        counts.put(key, new Count(failures, now));
    }

    private long remaining(String key, int free, int mostSeconds) {
        Count count = counts.get(key);
        if (count == null || count.failures() < free) {
            return 0;
        }
        long since = nanoTime.getAsLong() - count.lastNanos();
        long seconds = Math.min(1L << Math.min(count.failures() - free, 10), mostSeconds);
        return Math.max(0, Duration.ofSeconds(seconds).toNanos() - since);
    }

    private static String pair(String address, String user) {
        return "pair " + address + " " + cut(user);
    }

    private static String cut(String user) {
        return user.length() > USER_CHARACTERS ? user.substring(0, USER_CHARACTERS) : user;
    }
}
