// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import org.jspecify.annotations.Nullable;

/**
 * A service that comes and goes. The component runtime binds the next one before it unbinds the one
 * before. For any thread.
 *
 * @param <T> its type
 */
final class Slot<T> {
    private volatile @Nullable T service;

    synchronized void bind(T next) {
        service = next;
    }

    synchronized void unbind(T gone) {
        if (service == gone) {
            service = null;
        }
    }

    /** The present one; null while there is none. */
    @Nullable T get() {
        return service;
    }
}
