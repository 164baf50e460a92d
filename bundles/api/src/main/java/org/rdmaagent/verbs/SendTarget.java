// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/** What a send request acts on beyond its own data ({@code ibv_send_wr.wr}). */
public sealed interface SendTarget {
    /** The queue pair at the other end, nothing more. */
    record Peer() implements SendTarget {}

    /**
     * Remote memory, for reads and writes ({@code wr.rdma}).
     *
     * @param address its first byte
     * @param rkey its remote key
     */
    record Memory(long address, int rkey) implements SendTarget {}

    /**
     * Eight bytes of remote memory, for atomics ({@code wr.atomic}).
     *
     * @param address its first byte, a multiple of 8
     * @param rkey its remote key
     * @param compareAdd what to compare with, or what to add
     * @param swap what to write if equal
     */
    record Atomic(long address, int rkey, long compareAdd, long swap) implements SendTarget {}

    /**
     * A queue pair or a multicast group, for datagrams ({@code wr.ud}).
     *
     * @param addressHandle the way; open until the send has completed
     * @param remoteQp the queue pair there; {@link QpNumber#MULTICAST} for a group
     * @param remoteQkey its Q_Key, 32 bits; with the highest bit set, the sender's own is used
     */
    record Datagram(AddressHandle addressHandle, QpNumber remoteQp, int remoteQkey)
            implements SendTarget {}
}
