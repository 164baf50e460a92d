// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.rdmaagent.multicast.pair.NotYetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue pairs that are being closed, by the names of their memberships. Closing one waits until
 * a poll loop has let go of its queue, so it has a thread of its own; all else here is the
 * conductor's.
 */
final class Endings {
    private static final Logger LOG = LoggerFactory.getLogger(Endings.class);

    private final Executor closer;
    private final Consumer<Runnable> conductor;
    private final Map<String, Runnable> waiting = new TreeMap<>();
    private final Set<String> running = new HashSet<>();
    private String complaint = "";

    /**
     * Nothing is being closed.
     *
     * @param closer where closing is done
     * @param conductor what is given to it runs on the conductor's thread
     */
    Endings(Executor closer, Consumer<Runnable> conductor) {
        this.closer = closer;
        this.conductor = conductor;
    }

    /**
     * Closes what was made for a membership; tries on until that succeeds.
     *
     * @param closing does it; what it throws is told
     */
    void end(String name, Runnable closing) {
        waiting.put(name, closing);
        attempt(name);
    }

    /** Whether the pair of a name is not closed yet. */
    boolean isEnding(String name) {
        return waiting.containsKey(name) || running.contains(name);
    }

    /** Tries again. */
    void doWork() {
        Set.copyOf(waiting.keySet()).forEach(this::attempt);
    }

    private void attempt(String name) {
        Runnable closing = waiting.get(name);
        if (closing != null && running.add(name)) {
            closer.execute(() -> close(name, closing));
        }
    }

    private void close(String name, Runnable closing) {
        String failure = "";
        try {
            closing.run();
        } catch (NotYetException e) {
            failure = e.reason();
        } catch (RuntimeException e) {
            failure = e.toString();
        }
        String why = failure;
        conductor.accept(() -> done(name, closing, why));
    }

    private void done(String name, Runnable closing, String failure) {
        running.remove(name);
        if (failure.isEmpty()) {
            waiting.remove(name, closing);
            return;
        }
        String text = name + ": " + failure;
        if (!text.equals(complaint)) {
            complaint = text;
            LOG.warn("The queue pair of {} cannot be closed yet, trying on: {}", name, failure);
        }
    }
}
