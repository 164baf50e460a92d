// SPDX-License-Identifier: Apache-2.0
/**
 * Polling of completion queues, at the level of the C calls: what a provider offers to the poll
 * loops.
 *
 * <p>A port is used by one thread. Whoever closes a queue pair, a region or the queue of an open
 * port, from any thread, waits in the provider until the port's thread has let go of it, at its
 * next {@link org.rdmaagent.spi.completion.CompletionPort#poll}; that is bounded by 2 s and ends
 * with EBUSY then. So no memory is given back under a poll loop.
 */
@Export
@Version("0.2.0")
@NullMarked
package org.rdmaagent.spi.completion;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
