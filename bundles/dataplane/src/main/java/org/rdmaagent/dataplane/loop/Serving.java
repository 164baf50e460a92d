// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * What a turn needs of an active queue, in one object: one look at the queue finds all of it.
 *
 * @param port polls it
 * @param batch the port's
 * @param binding the handler that gets what is found
 * @param handler the same one
 */
record Serving(
        CompletionPort port, CompletionBatch batch, Binding binding, CompletionHandler handler) {
    static Serving of(CompletionPort port, Binding binding) {
        return new Serving(port, port.batch(), binding, binding.handler());
    }
}
