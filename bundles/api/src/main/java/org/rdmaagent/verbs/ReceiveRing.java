// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * The receives of a queue pair, or of a shared receive queue, that the agent posts again and again:
 * request i receives into buffer i of a memory region.
 *
 * @param region the name of the memory region
 * @param buffers how many there are
 * @param bytesEach size of each, bytes; for datagrams with 40 bytes for the network header
 */
public record ReceiveRing(String region, int buffers, int bytesEach) {}
