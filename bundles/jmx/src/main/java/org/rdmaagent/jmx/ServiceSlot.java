// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a service of another bundle is, while there is one. Any thread may use it.
 *
 * <p>The component runtime binds a new service before it takes the old one away, so a service is
 * only cleared if it is still the one that is held.
 *
 * @param <T> the service
 */
final class ServiceSlot<T> {
    private final String bundle;
    private volatile @Nullable Bound<T> bound;
    private long generation;

    /**
     * A service and which binding it came by.
     *
     * @param <T> the service
     */
    record Bound<T>(T service, long generation) {}

    ServiceSlot(String bundle) {
        this.bundle = bundle;
    }

    synchronized void set(T service) {
        generation++;
        bound = new Bound<>(service, generation);
    }

    synchronized void clear(T service) {
        if (holds(service)) {
            bound = null;
        }
    }

    /** Whether it is this one. */
    boolean holds(T service) {
        Bound<T> present = bound;
        return present != null && present.service() == service;
    }

    /** The service; null while there is none. */
    @Nullable Bound<T> peek() {
        return bound;
    }

    /**
     * The service.
     *
     * @throws IllegalStateException while there is none
     */
    Bound<T> require() {
        Bound<T> present = bound;
        if (present == null) {
            throw restarting();
        }
        return present;
    }

    /**
     * Asks the service.
     *
     * @throws IllegalStateException while there is none, or if it went away meanwhile
     * @throws RuntimeException whatever a service throws that is still there
     */
    <R> R ask(Function<T, R> question) {
        return ask(require(), question);
    }

    /** Asks the service of this binding; else as the other one. */
    <R> R ask(Bound<T> asked, Function<T, R> question) {
        try {
            return question.apply(asked.service());
        } catch (RuntimeException | LinkageError e) {
            // A bundle on its way out may throw anything, such as that it has no device.
            Bound<T> present = bound;
            if (present == null || present.generation() != asked.generation()) {
                throw restarting();
            }
            throw e;
        }
    }

    private IllegalStateException restarting() {
        return new IllegalStateException(
                "restarting: the " + bundle + " bundle is being replaced; try again");
    }
}
