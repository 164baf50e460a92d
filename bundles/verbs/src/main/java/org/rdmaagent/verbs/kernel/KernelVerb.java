// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.kernel;

import static org.rdmaagent.verbs.kernel.Counterpart.DERIVED;
import static org.rdmaagent.verbs.kernel.Counterpart.DIRECT;
import static org.rdmaagent.verbs.kernel.Counterpart.KERNEL_ONLY;
import static org.rdmaagent.verbs.kernel.Counterpart.NEAR;

import java.util.Locale;
import java.util.Optional;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.FlowLabel;
import org.rdmaagent.verbs.LidHalves;
import org.rdmaagent.verbs.MemoryKeys;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.PortAttributes;
import org.rdmaagent.verbs.PortCapabilities;
import org.rdmaagent.verbs.PortSpeed;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.Rate;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.XrcDomain;

/**
 * The functions and types of the kernel's verbs (include/rdma/ib_verbs.h), one row each: what user
 * space has for it, and where this agent offers it or why it does not. A constant's name in lower
 * case is the kernel's.
 */
enum KernelVerb {
    RDMA_STAT_DESC("A driver's table of its counters; sysfs `hw_counters` shows their names."),
    RDMA_HW_STATS(DERIVED, "sysfs `hw_counters`", CounterService.class, "snapshot", Note.COUNTERS),
    IB_RATE_TO_MULT(DIRECT, "ibv_rate_to_mult", Rate.class, "multiple", Note.RATES),
    MULT_TO_IB_RATE(DIRECT, "mult_to_ibv_rate", Rate.class, "ofMultiple", Note.RATES),
    IB_RATE_TO_MBPS(DIRECT, "ibv_rate_to_mbps", Rate.class, "megabitsPerSecond", Note.RATES),
    IB_PORT_ATTR_TO_SPEED_INFO(NEAR, "ibv_query_port", PortSpeed.class, "of", Note.SPEED),
    IB_MR_TYPE("A tag inside the kernel; the registering call decides the kind of memory."),
    IB_MR_STATUS("Data integrity is checked by kernel users only; mlx5 has calls of its own."),
    IB_UDATA("How the kernel sees the driver's part of a command; the libraries fill it."),
    RDMA_NETDEV("What a driver gives to IPoIB; user space sees the network interface."),
    IB_DEVICE_OPS("A driver's table of functions; libibverbs has its own, behind every call here."),
    IB_GET_CLIENT_DATA("Memory that kernel modules keep with a device."),
    IB_MODIFY_QP_IS_OK(
            "A check that drivers call; `QueuePair.modify` gets EINVAL and names what is wrong."),
    RDMA_CAP_IB_SWITCH(DERIVED, "node type", PortCapabilities.class, "ibSwitch"),
    RDMA_START_PORT(DERIVED, "node type", PortCapabilities.class, "startPort"),
    RDMA_FOR_EACH_PORT(DERIVED, "`phys_port_cnt`", PortCapabilities.class, "ports"),
    RDMA_END_PORT(DERIVED, "`phys_port_cnt`", PortCapabilities.class, "endPort"),
    RDMA_CAP_IB_MAD(DERIVED, Note.LAYER, PortCapabilities.class, "ibMad"),
    RDMA_CAP_OPA_MAD(DERIVED, "driver", PortCapabilities.class, "opaMad"),
    RDMA_CAP_IB_SMI(DERIVED, Note.LAYER, PortCapabilities.class, "ibSmi"),
    RDMA_CAP_IB_CM(DERIVED, Note.LAYER, PortCapabilities.class, "ibCm"),
    RDMA_CAP_IW_CM(DERIVED, "node type", PortCapabilities.class, "iwCm"),
    RDMA_CAP_IB_SA(DERIVED, Note.LAYER, PortCapabilities.class, "ibSa"),
    RDMA_CAP_IB_MCAST(DERIVED, Note.LAYER, PortCapabilities.class, "ibMcast"),
    RDMA_CAP_AF_IB(DERIVED, Note.LAYER, PortCapabilities.class, "afIb"),
    RDMA_CAP_ETH_AH(DERIVED, Note.LAYER, PortCapabilities.class, "ethAh"),
    RDMA_CAP_OPA_AH("Omni-Path's 32-bit LIDs do not reach user space; they come as GIDs."),
    RDMA_MAX_MAD_SIZE(DERIVED, "link layer, driver", PortCapabilities.class, "maxMadBytes"),
    RDMA_CAP_ROCE_GID_TABLE(DERIVED, Note.LAYER, PortCapabilities.class, "roceGidTable"),
    RDMA_CORE_CAP_OPA_PORT("A flag inside the kernel; `PortCapabilities.opaMad` follows it."),
    RDMA_MTU_ENUM_TO_INT(DERIVED, "arithmetic", Mtu.class, "bytesOfCode"),
    RDMA_MTU_FROM_ATTR(DERIVED, "`max_mtu`", PortAttributes.class, "maxMtuBytes"),
    IB_ALLOC_PD(DIRECT, "ibv_alloc_pd", DeviceContext.class, "allocateProtectionDomain"),
    IB_DEALLOC_PD(DIRECT, "ibv_dealloc_pd", ProtectionDomain.class, "close", Note.BUSY),
    RDMA_CREATE_AH(DIRECT, "ibv_create_ah", ProtectionDomain.class, "createAddressHandle"),
    RDMA_CREATE_USER_AH(NEAR, "ibv_create_ah", ProtectionDomain.class, "createAddressHandle"),
    IB_GET_GIDS_FROM_RDMA_HDR(DERIVED, "40 bytes", NetworkHeader.class, "parse"),
    IB_GET_RDMA_HEADER_VERSION(DERIVED, "40 bytes", NetworkHeader.class, "version"),
    IB_INIT_AH_ATTR_FROM_WC(
            DIRECT,
            "ibv_init_ah_from_wc",
            ProtectionDomain.class,
            "createAddressHandle",
            "`AddressHandle.attributes` tells what came of it."),
    IB_CREATE_AH_FROM_WC(
            DIRECT, "ibv_create_ah_from_wc", ProtectionDomain.class, "createAddressHandle"),
    RDMA_MODIFY_AH("No such command; close the address handle and create another."),
    RDMA_QUERY_AH(
            KERNEL_ONLY,
            "",
            AddressHandle.class,
            "attributes",
            "No such command; the agent remembers what the handle was made of."),
    RDMA_DESTROY_AH_USER(NEAR, "ibv_destroy_ah", AddressHandle.class, "close"),
    RDMA_DESTROY_AH(DIRECT, "ibv_destroy_ah", AddressHandle.class, "close"),
    IB_MODIFY_SRQ(
            DIRECT,
            "ibv_modify_srq",
            SharedReceiveQueue.class,
            "resize",
            "`armLimit` sets the other attribute."),
    IB_QUERY_SRQ(DIRECT, "ibv_query_srq", SharedReceiveQueue.class, "query"),
    IB_DESTROY_SRQ_USER(NEAR, "ibv_destroy_srq", SharedReceiveQueue.class, "close", Note.BUSY),
    IB_DESTROY_SRQ(DIRECT, "ibv_destroy_srq", SharedReceiveQueue.class, "close", Note.BUSY),
    IB_POST_SRQ_RECV(
            DIRECT, "ibv_post_srq_recv", SharedReceiveQueue.class, "postReceive", Note.INLINE),
    IB_CREATE_QP(DIRECT, "ibv_create_qp", ProtectionDomain.class, "createQueuePair"),
    IB_MODIFY_QP_WITH_UDATA(NEAR, "ibv_modify_qp", QueuePair.class, "modify"),
    IB_MODIFY_QP(DIRECT, "ibv_modify_qp", QueuePair.class, "modify"),
    IB_QUERY_QP(DIRECT, "ibv_query_qp", QueuePair.class, "query"),
    IB_DESTROY_QP(
            DIRECT, "ibv_destroy_qp", QueuePair.class, "close", "Detached and drained first."),
    IB_OPEN_QP(DIRECT, "ibv_open_qp", XrcDomain.class, "openSharedQp", Note.XRC),
    IB_CLOSE_QP(NEAR, "ibv_destroy_qp", QueuePair.class, "close", Note.XRC),
    IB_POST_SEND(DIRECT, "ibv_post_send", QueuePair.class, "postSend", Note.INLINE),
    IB_POST_RECV(DIRECT, "ibv_post_recv", QueuePair.class, "postReceive", Note.INLINE),
    IB_ALLOC_CQ_ANY(
            KERNEL_ONLY,
            "",
            DeviceContext.class,
            "createCompletionQueue",
            "The kernel chooses the completion vector; here the caller does."),
    RDMA_SET_CQ_MODERATION(DIRECT, "ibv_modify_cq", CompletionQueue.class, "moderate", Note.INLINE),
    IB_DESTROY_CQ_USER(NEAR, "ibv_destroy_cq", CompletionQueue.class, "close", Note.BUSY),
    IB_DESTROY_CQ(DIRECT, "ibv_destroy_cq", CompletionQueue.class, "close", Note.BUSY),
    IB_POLL_CQ(DIRECT, "ibv_poll_cq", CompletionQueue.class, "poll", Note.INLINE),
    IB_REQ_NOTIFY_CQ(DIRECT, "ibv_req_notify_cq", CompletionQueue.class, "arm", Note.INLINE),
    IB_VIRT_DMA_TO_PTR(Note.DMA),
    IB_VIRT_DMA_TO_PAGE(Note.DMA),
    IB_DMA_MAPPING_ERROR(Note.DMA),
    IB_DMA_MAP_SINGLE(Note.DMA),
    IB_DMA_UNMAP_SINGLE(Note.DMA),
    IB_DMA_MAP_PAGE(Note.DMA),
    IB_DMA_UNMAP_PAGE(Note.DMA),
    IB_DMA_MAP_BVEC(Note.DMA),
    IB_DMA_UNMAP_BVEC(Note.DMA),
    IB_DMA_MAP_SGTABLE_ATTRS(Note.DMA),
    IB_DMA_MAP_SG(Note.DMA),
    IB_DMA_UNMAP_SG(Note.DMA),
    IB_DMA_MAX_SEG_SIZE(Note.DMA),
    IB_DMA_SYNC_SINGLE_FOR_CPU(Note.DMA),
    IB_DMA_SYNC_SINGLE_FOR_DEVICE(Note.DMA),
    IB_DEREG_MR_USER(NEAR, "ibv_dereg_mr", MemoryRegion.class, "close"),
    IB_DEREG_MR(DIRECT, "ibv_dereg_mr", MemoryRegion.class, "close"),
    IB_UPDATE_FAST_REG_KEY("Fast registration is for kernel users."),
    IB_INC_RKEY(DIRECT, "ibv_inc_rkey", MemoryKeys.class, "increment"),
    IB_ATTACH_MCAST(DIRECT, "ibv_attach_mcast", QueuePair.class, "attachMulticast", Note.MULTICAST),
    IB_DETACH_MCAST(DIRECT, "ibv_detach_mcast", QueuePair.class, "detachMulticast", Note.MULTICAST),
    IB_CHECK_MR_STATUS("Data integrity is checked by kernel users only."),
    IB_DEVICE_TRY_GET(
            "Counts uses of a device; in user space an open context does, and a lost"
                    + " device tells DEVICE_FATAL."),
    RDMA_AH_FIND_TYPE(DERIVED, "link layer, driver", PortCapabilities.class, "addressType"),
    IB_LID_CPU16(DERIVED, "arithmetic", LidHalves.class, "low"),
    IB_LID_BE16(DERIVED, "arithmetic", LidHalves.class, "lowNetworkOrder"),
    RDMA_ROCE_RESCAN_DEVICE("The kernel does it by itself; user space hears GID_CHANGE."),
    RDMA_DEVICE_TO_IBDEV("From one kernel structure to another."),
    IBDEV_TO_NODE(DERIVED, "sysfs `numa_node`", Device.class, "numaNode"),
    RDMA_DEVICE_TO_DRV_DEVICE("From one kernel structure to another."),
    RDMA_FLOW_LABEL_TO_UDP_SPORT(
            DIRECT, "ibv_flow_label_to_udp_sport", FlowLabel.class, "udpSourcePort"),
    RDMA_CALC_FLOW_LABEL(
            KERNEL_ONLY,
            "",
            FlowLabel.class,
            "ofQueuePairs",
            "libibverbs has no such function; the arithmetic is the kernel's."),
    RDMA_GET_UDP_SPORT(NEAR, "ibv_flow_label_to_udp_sport", FlowLabel.class, "udpSourcePort");

    private final Counterpart counterpart;
    private final String source;
    private final Optional<Class<?>> type;
    private final String member;
    private final String note;

    KernelVerb(String whyNot) {
        this(KERNEL_ONLY, "", Optional.empty(), "", whyNot);
    }

    KernelVerb(Counterpart counterpart, String source, Class<?> type, String member) {
        this(counterpart, source, Optional.of(type), member, "");
    }

    KernelVerb(Counterpart counterpart, String source, Class<?> type, String member, String note) {
        this(counterpart, source, Optional.of(type), member, note);
    }

    KernelVerb(
            Counterpart counterpart,
            String source,
            Optional<Class<?>> type,
            String member,
            String note) {
        this.counterpart = counterpart;
        this.source = source;
        this.type = type;
        this.member = member;
        this.note = note;
    }

    /** The kernel's name. */
    String kernelName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What user space has for it. */
    Counterpart counterpart() {
        return counterpart;
    }

    /** The C function, or what it is derived from; empty if there is nothing. */
    String source() {
        return source;
    }

    /** The type that offers it; empty if none does. */
    Optional<Class<?>> type() {
        return type;
    }

    /** The method that offers it; empty if none does. */
    String member() {
        return member;
    }

    /** What else is to be known; why not, if it is not offered. */
    String note() {
        return note;
    }
}
