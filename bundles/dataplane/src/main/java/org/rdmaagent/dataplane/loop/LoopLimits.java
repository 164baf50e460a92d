// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.IdleStrategy;

/**
 * What bounds the turns of a loop.
 *
 * @param batchSize the most completions of one poll, 1 to 64
 * @param idle what it does when its queues are empty
 * @param stallNanos a turn that takes longer is a stall
 * @param maxHandlerErrors failures of a handler in a row before its queue is put into quarantine
 */
public record LoopLimits(int batchSize, IdleStrategy idle, long stallNanos, int maxHandlerErrors) {}
