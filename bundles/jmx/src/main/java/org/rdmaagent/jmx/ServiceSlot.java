// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

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
        Bound<T> present = bound;
        if (present != null && present.service() == service) {
            bound = null;
        }
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
            throw new IllegalStateException(
                    "restarting: the " + bundle + " bundle is being replaced; try again");
        }
        return present;
    }

    /**
     * The service.
     *
     * @throws IllegalStateException while there is none
     */
    T get() {
        return require().service();
    }
}
