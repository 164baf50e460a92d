// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept for a moment, so that a client who reads all attributes of an MBean one by
 * one causes one query and sees one state. Any thread may ask; two that come at once may both
 * query.
 *
 * <p>It remembers the number of the binding that the answer came by, not the service: a reference
 * would keep a replaced bundle in memory.
 *
 * @param <T> the answer
 */
final class Recent<T> {
    private final LongSupplier nanoTime;
    private final LongSupplier holdNanos;
    private volatile @Nullable Answer<T> answer;

    private record Answer<T>(T value, long generation, long atNanos) {}

    Recent(LongSupplier nanoTime, LongSupplier holdNanos) {
        this.nanoTime = nanoTime;
        this.holdNanos = holdNanos;
    }

    /** Asks anew at the next time, since something was changed. */
    void forget() {
        answer = null;
    }

    /** The last answer of this service if it is young enough, else a new one. */
    <S> T get(ServiceSlot<S> slot, Function<S, T> query) {
        ServiceSlot.Bound<S> bound = slot.require();
        Answer<T> last = answer;
        if (last != null
                && last.generation() == bound.generation()
                && nanoTime.getAsLong() - last.atNanos() < holdNanos.getAsLong()) {
            return last.value();
        }
        long now = nanoTime.getAsLong();
        T value = slot.ask(bound, query);
        answer = new Answer<>(value, bound.generation(), now);
        return value;
    }
}
