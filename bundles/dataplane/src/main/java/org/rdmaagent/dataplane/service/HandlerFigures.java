// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.ThrownText;

/**
 * What the handlers of one queue say of themselves. They are asked once a second at the most, on
 * threads of {@link FigureAsks}; readers get what was said last and never wait. Any thread.
 */
final class HandlerFigures {
    /** How often to ask, and how long an answer may take. */
    static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST = 100;

    private final LongSupplier nanoTime;
    private final FigureAsks asks;

    /** The present or last question; a handler that went must not be kept. */
    private @Nullable Question last;

    private static final class Question {
        final WeakReference<CompletionHandler> of;
        final long sinceNanos;
        boolean answered;
        Map<String, Long> figures;
        String trouble;

        Question(CompletionHandler handler, long now, @Nullable Question before) {
            of = new WeakReference<>(handler);
            sinceNanos = now;
            figures = before == null ? Map.of() : before.figures;
            trouble = before == null ? "" : before.trouble;
        }
    }

    HandlerFigures(LongSupplier nanoTime, FigureAsks asks) {
        this.nanoTime = nanoTime;
        this.asks = asks;
    }

    /** Asks this handler if it is time to; one that has not answered yet is not asked again. */
    void refresh(@Nullable Binding binding) {
        if (binding == null) {
            return;
        }
        Question next;
        synchronized (this) {
            Question before = of(binding.handler());
            long now = nanoTime.getAsLong();
            if (before != null && (!before.answered || now - before.sinceNanos < FRESH_NANOS)) {
                return;
            }
            next = new Question(binding.handler(), now, before);
            last = next;
        }
        asks.ask(binding.identity(), () -> ask(binding, next));
    }

    /** What this handler said last; empty if there is none, or it said nothing yet. */
    synchronized Map<String, Long> figures(@Nullable Binding binding) {
        Question present = binding == null ? null : of(binding.handler());
        return present == null ? Map.of() : present.figures;
    }

    /** Why the figures of this handler are old; empty if they are not. */
    synchronized String trouble(@Nullable Binding binding) {
        Question present = binding == null ? null : of(binding.handler());
        if (binding == null || present == null) {
            return "";
        }
        long took = nanoTime.getAsLong() - present.sinceNanos;
        String why =
                !present.answered && took > FRESH_NANOS
                        ? "has not returned for " + millis(took)
                        : present.trouble;
        return why.isEmpty()
                ? ""
                : "figures() of "
                        + binding.identity()
                        + " "
                        + why
                        + ": what it said before is shown; correct the handler";
    }

    private @Nullable Question of(CompletionHandler handler) {
        Question present = last;
        return present != null && present.of.refersTo(handler) ? present : null;
    }

    private void ask(Binding binding, Question question) {
        Map<String, Long> all = null;
        String trouble = "";
        try {
            all = copy(binding.handler().figures());
        } catch (Throwable t) {
            // It is somebody else's code; only the text is kept.
            trouble = "failed with " + ThrownText.of(t);
        }
        long took = nanoTime.getAsLong() - question.sinceNanos;
        if (trouble.isEmpty() && took > FRESH_NANOS) {
            trouble = "took " + millis(took);
        }
        synchronized (this) {
            question.answered = true;
            question.trouble = trouble;
            if (all != null) {
                question.figures = all;
            }
        }
    }

    private static Map<String, Long> copy(Map<String, Long> figures) {
        Map<String, Long> all = new TreeMap<>();
        for (Map.Entry<String, Long> figure : figures.entrySet()) {
            if (all.size() < MOST) {
                all.put(figure.getKey(), Objects.requireNonNull(figure.getValue()));
            }
        }
        return Collections.unmodifiableMap(all);
    }

    private static String millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }
}
