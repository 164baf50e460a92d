// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears of asynchronous events: register it as a service. Called by one thread, in order; a slow
 * one delays the others, an exception is logged.
 */
@ConsumerType
@FunctionalInterface
public interface AsyncEventListener {
    /** Something happened. */
    void event(AsyncEvent event);
}
