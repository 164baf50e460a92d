// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.nio.ByteBuffer;

/**
 * A MAD that came in, or one of ours that came back.
 *
 * @param agent the agent that it belongs to
 * @param status 0 for a MAD that came in; else an errno ({@code ETIMEDOUT}) and {@code mad} is the
 *     one sent
 * @param mad 256 bytes or, coalesced, more; big-endian, position 0; owned by the receiver
 */
public record MadReply(int agent, int status, ByteBuffer mad) {}
