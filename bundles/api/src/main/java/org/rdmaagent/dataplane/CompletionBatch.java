// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The completions that one poll found ({@code ibv_poll_cq(3)}), as a cursor over native memory: ask
 * {@link #next}, then read. One object serves all polls of a queue, and reading allocates nothing.
 * Valid on the loop's thread inside the call that hands it over; not for other threads.
 *
 * <p>Of a completion that failed only {@link #wrId}, {@link #status}, {@link #vendorError} and
 * {@link #qpNum} exist: the driver leaves the rest as it was, so the other getters refuse.
 */
@ProviderType
public abstract class CompletionBatch {
    /** For providers. */
    protected CompletionBatch() {}

    /** How many completions the poll found. */
    public abstract int size();

    /** Goes on to the next one, at first to the first one; false after the last one. */
    public abstract boolean next();

    /** The number that the request was posted with; of a receive ring, the index of its buffer. */
    public abstract long wrId();

    /** How the request ended. */
    public abstract WorkCompletionStatus status();

    /** Whether {@link #status} is SUCCESS. */
    public abstract boolean isSuccess();

    /** The driver's own code of a failure, 32 bits; 0 for a success. */
    public abstract int vendorError();

    /** The number of the queue pair, 24 bits. */
    public abstract int qpNum();

    /**
     * What the request was.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract WorkCompletionOpcode opcode();

    /**
     * Bytes that were received, 0 to 2^31 - 1; of a datagram with the 40 bytes for the network
     * header at the front. Undefined for sends.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract int byteLen();

    /**
     * The mask of {@code enum ibv_wc_flags}.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract int flags();

    /**
     * Whether a flag is set.
     *
     * @throws IllegalStateException if it failed
     */
    public final boolean has(WorkCompletionFlag flag) {
        return (flags() & flag.code()) != 0;
    }

    /**
     * Immediate data in host byte order, if {@link WorkCompletionFlag#WITH_IMM} is set; the
     * invalidated key, if WITH_INV is. Undefined otherwise.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract int immediate();

    /**
     * The queue pair that sent a datagram, 24 bits. Undefined for other transports.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract int srcQp();

    /**
     * The LID that sent a datagram, host byte order. InfiniBand only.
     *
     * @throws IllegalStateException if it failed
     */
    public abstract int slid();

    /** Whether this is a receive that succeeded into a buffer of a receive ring. */
    public abstract boolean hasPayload();

    /**
     * What was received: position and limit are set to the message, of a datagram without the 40
     * bytes for the network header; big-endian. The same object each time, over the ring's memory:
     * what is read from it after the call is somebody else's message.
     *
     * @throws IllegalStateException if {@link #hasPayload} is false
     */
    public abstract ByteBuffer payload();

    /**
     * Whether {@link #repost} has something to give back: the completion has a buffer of a ring,
     * which was neither given back nor used for a reply. Also true for the send of a {@link
     * #reply}, and for failures.
     */
    public abstract boolean hasBuffer();

    /**
     * Gives the buffer of this completion back to its ring: its receive is posted again at the end
     * of the call, together with the others of the batch. For a receive, or for the send of a
     * {@link #reply}, succeeded or not. Nothing happens if it cannot be posted any more (the queue
     * pair is in the error state or gone): the ring counts it as lost.
     *
     * @throws IllegalStateException if the completion has no buffer of a ring, or it was given back
     *     or used for a reply before
     */
    public abstract void repost();

    /**
     * Sends the first bytes of this message's buffer back to who sent it: on the same queue pair,
     * of a datagram to its sender's address with the Q_Key of the queue pair. Change the payload
     * before if you like. The buffer belongs to the send until its completion arrives (opcode SEND,
     * the same {@link #wrId}); then {@link #repost} it.
     *
     * @param bytes of the payload, from 0 up to what the buffer holds
     * @return false if the send queue has no room, or there is no way to the sender; the buffer is
     *     still yours then
     * @throws IllegalStateException if {@link #hasPayload} is false, or the buffer was given back
     * @throws IllegalArgumentException if bytes is out of range
     */
    public abstract boolean reply(int bytes);
}
