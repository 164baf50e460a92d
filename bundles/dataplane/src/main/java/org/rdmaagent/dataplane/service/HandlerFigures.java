// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the handlers of one queue say of themselves, asked once a second at the most, however many
 * clients read. Any thread.
 */
final class HandlerFigures {
    static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST = 100;
    private static final Logger LOG = LoggerFactory.getLogger(HandlerFigures.class);

    private final LongSupplier nanoTime;
    private Map<String, Long> figures = Map.of();

    /** Whose they are; a handler that went must not be kept. */
    private WeakReference<@Nullable CompletionHandler> of = new WeakReference<>(null);

    private long askedNanos;

    HandlerFigures(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Those of this handler; empty if there is none, or it fails. */
    synchronized Map<String, Long> of(@Nullable Binding binding) {
        if (binding == null) {
            return Map.of();
        }
        CompletionHandler handler = binding.handler();
        long now = nanoTime.getAsLong();
        if (of.get() != handler || now - askedNanos >= FRESH_NANOS) {
            figures = ask(binding);
            of = new WeakReference<>(handler);
            askedNanos = now;
        }
        return figures;
    }

    private static Map<String, Long> ask(Binding binding) {
        Map<String, Long> all = new TreeMap<>();
        try {
            for (Map.Entry<String, Long> figure : binding.handler().figures().entrySet()) {
                if (all.size() < MOST) {
                    all.put(figure.getKey(), figure.getValue());
                }
            }
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code; only the text is kept.
            LOG.debug("{} cannot tell its figures: {}", binding.identity(), e.toString());
            return Map.of();
        }
        return all;
    }
}
