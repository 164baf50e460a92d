// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Set;

/**
 * What a successful completion tells beyond its request ({@code struct ibv_wc}, {@code
 * ibv_poll_cq(3)}).
 *
 * @param opcode what completed
 * @param byteLen bytes received or read, 0 to 2^32 - 1; a datagram's include the 40 of the network
 *     header; undefined for sends and writes
 * @param immediate immediate data as a number whose highest byte came first on the wire (WITH_IMM),
 *     or the key that was invalidated (WITH_INV); else undefined
 * @param srcQp the sender of a datagram
 * @param flags what the completion carries
 * @param pkeyIndex row of the P_Key table, for management queue pairs
 * @param slid source LID of a datagram; 0 on Ethernet
 * @param sl service level of a datagram
 * @param dlidPathBits low bits of the destination LID of a datagram
 */
public record CompletionDetails(
        WorkCompletionOpcode opcode,
        long byteLen,
        int immediate,
        QpNumber srcQp,
        Set<WorkCompletionFlag> flags,
        int pkeyIndex,
        int slid,
        int sl,
        int dlidPathBits) {
    /** Copies the flags and checks the ranges. */
    public CompletionDetails {
        flags = Set.copyOf(flags);
        Ranges.check("byteLen", byteLen, 0xffff_ffffL);
        Ranges.check("pkeyIndex", pkeyIndex, 0xffff);
        Ranges.check("slid", slid, 0xffff);
        Ranges.check("sl", sl, 0xff);
        Ranges.check("dlidPathBits", dlidPathBits, 0xff);
    }
}
