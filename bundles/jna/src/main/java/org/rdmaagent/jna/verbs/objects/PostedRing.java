// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.verbs.ReceiveRing;

/**
 * A ring that a queue has.
 *
 * @param ring what is told of it
 * @param memory its requests
 * @param region where its buffers are; stays open as long as the queue has the ring
 */
record PostedRing(ReceiveRing ring, RingMemory memory, NativeMr region) {}
