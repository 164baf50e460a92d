// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

/** What one device has or does and another does not: the documented differences. */
public enum Trait {
    /** Unreliable connections. */
    UC,
    /** Shared receive queues. */
    SRQ,
    /** The size of a shared receive queue can be changed. */
    SRQ_RESIZE,
    /** Receive work queues and their tables. */
    WORK_QUEUES,
    /** The driver checks the steps of a work queue's state (mlx4_ib does). */
    WORK_QUEUE_STATES,
    /** Extended reliable connections. */
    XRC,
    /** Completion queues can be moderated. */
    CQ_MODERATION,
    /** A completion queue that overruns tells CQ_ERR. */
    CQ_OVERRUN,
    /** Attributes that a step does not take are refused, as ib_modify_qp_is_ok does. */
    STRICT_ATTRIBUTES,
    /** There is no way from RESET to ERR, as the kernel's table has it. */
    STRICT_RESET,
    /** The state that the caller believes in is compared with the real one. */
    CURRENT_STATE_CHECKED,
    /** Rows of the GID table and ports of ways are checked while a queue pair is modified. */
    VALUES_CHECKED,
    /** Depths beyond what the device serves are refused while a queue pair is modified. */
    DEPTH_CHECKED,
    /** The row of the P_Key table is checked, too (rdma_rxe takes any: it knows one key only). */
    PARTITION_CHECKED,
    /** The row of the GID table is checked while an address handle is made. */
    ADDRESS_CHECKED,
    /** Sends before RTS and receives in RESET are refused while they are posted. */
    STATE_CHECKED_POSTS,
    /** A datagram above the MTU fails with LOC_LEN_ERR; without this trait it is lost. */
    OVERSIZE_DATAGRAM_FAILS,
    /** A failed datagram leaves the queue pair in SQE, receiving; without this trait it is ERR. */
    SEND_QUEUE_ERROR,
    /** A receive that is posted in ERR is flushed, too (rdma_rxe does not look at it). */
    LATE_RECEIVES_FLUSHED,
    /**
     * A send keeps its place in the send queue until its completion is polled (of rdma_rxe only
     * until it is done).
     */
    SENDS_KEEP_THEIR_PLACE,
    /** With the highest bit of the remote Q_Key set the sender's own is sent (not by rdma_rxe). */
    OWN_QKEY,
    /**
     * Messages to groups are carried to the attached queue pairs of the same device. On a kernel's
     * Ethernet port that takes more than attaching: a socket of its host has to be a member of
     * {@link VerbsContract#IPV4_GROUP} on the port's interface.
     */
    MULTICAST_DELIVERY,
    /** The sender hears its own messages to a group that it is attached to. */
    MULTICAST_TO_SELF,
    /**
     * IPv4 groups (::ffff:224.0.0.0 and up) count as multicast on every port, as
     * rdma_is_multicast_addr has it.
     */
    IPV4_GROUPS,
    /** Detaching compares the LID too, as uverbs does. */
    DETACH_BY_LID,
    /** QP_ACCESS_ERR is told where a remote access was refused. */
    ACCESS_EVENT,
    /** COMM_EST is told when the first message comes in RTR. */
    ESTABLISHED_EVENT,
    /** SQ_DRAINED is told if it was asked for. */
    DRAINED_EVENT,
    /** QP_LAST_WQE_REACHED is told. */
    LAST_REQUEST_EVENT,
    /** The rig can make a completion queue overrun by itself: {@link ContractRig#overrun}. */
    CQ_FAULT,
    /** The rig can put the port down and up. */
    PORT_SWITCH
}
