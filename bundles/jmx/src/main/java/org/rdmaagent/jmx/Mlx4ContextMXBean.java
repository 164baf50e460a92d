// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import javax.management.MBeanOperationInfo;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.ReceiveTable;

/** {@code rdma:type=Mlx4Context,device=D}; the texts are in the annotations. */
@About(
        "The attributes of the contexts that the agent holds on a device whose driver is mlx4"
                + " (mlx4dv_set_context_attr(3)), and the tables of work queues made there. The"
                + " library has no way to read an attribute back: shown is what the agent set, and"
                + " saw used. Files org.rdmaagent.mlx4-NAME.cfg set the same at opening.")
public interface Mlx4ContextMXBean {
    /** What a parameter "context" takes. */
    String CONTEXT = "a context, as Contexts names it";

    /** What a parameter "value" takes. */
    String RANGE =
            "log2 of the number of work queues, 0 to LogWqsRangeBound, to 255 where that is -1;"
                    + " 0 takes back what was not used";

    @About("The kernel's name of the device.")
    String getDevice();

    @About("Who answers for the device: jna (real hardware) or sim (an invented device).")
    String getProvider();

    @About(
            "LOG_WQS_RANGE_SZ of the context mlx4: log2 of the number of work queues in the range"
                + " that the next successful ibv_create_wq(3) reserves; 0 if none was set, it was"
                + " used, or the context is not open.")
    int getLogWqsRangeSize();

    @About(
            "The largest range, log2 of max_rwq_indirection_table_size; -1 where the device does"
                    + " not tell it (no Ethernet port, so no receive hashing) or no context is"
                    + " open.")
    int getLogWqsRangeBound();

    @About(
            "BUF_ALLOCATORS: system (the library's own memory), hugepage, arena, or the name of a"
                    + " service, as it is in force for new buffers on the contexts of the device;"
                    + " mixed where they differ, empty while none is open.")
    String getAllocator();

    @About(
            "What the allocator of each context was asked for since the context was opened: buffers"
                    + " given (allocations) and taken back (frees), requests that got nothing"
                    + " (failures) or ordinary pages instead (fallbacks), liveBytes, peakBytes,"
                    + " liveBuffers, lostBytes (not taken back), lastTrouble in words. All 0 with"
                    + " system: the library does not tell.")
    List<AllocatorRow> getAllocatorStatistics();

    @About(
            "The contexts by name: how many objects are on each; logWqsRange (pending, lastUsed,"
                + " set, used, bound); allocator (name in force, planned, detail, statistics with"
                + " uses by purpose and size in bytes); origin of its plan (a file, operator,"
                + " default); needsReopen, whether the plan comes into force only when it is opened"
                + " again; note, what could not be done and why.")
    List<Mlx4ContextStatus> getContexts();

    @About("The allocators that can be chosen now, those of services too.")
    String[] getAllocators();

    @About(
            "What the driver tells of the device (mlx4dv_query_device(3)): version of its layouts,"
                    + " maxInlineReceiveBytes, compMask; empty while no context is open.")
    Map<String, Long> getDriverAttributes();

    @About(
            "The tables of work queues that were made here, by name: tableNumber, logSize,"
                    + " wqNumbers in the order of the table, contiguous.")
    List<ReceiveTable> getReceiveTables();

    @About(
            value =
                    "Sets LOG_WQS_RANGE_SZ of the context mlx4, which is opened if it is not. It"
                            + " holds for the next work queue that is made there, and overwrites a"
                            + " value that was not used. Returns the context.",
            impact = MBeanOperationInfo.ACTION_INFO)
    Mlx4ContextStatus setLogWqsRangeSize(@About(RANGE) int value);

    @About(
            value = "As setLogWqsRangeSize, for any context of the device.",
            impact = MBeanOperationInfo.ACTION_INFO)
    Mlx4ContextStatus setLogWqsRangeSizeOf(@About(CONTEXT) String context, @About(RANGE) int value);

    @About(
            value =
                    "Chooses the allocator of a context until the agent is restarted or its file"
                            + " changes. From or to system it is in force only while nothing has"
                            + " been made on the context: needsReopen says so. Returns the"
                            + " context.",
            impact = MBeanOperationInfo.ACTION_INFO)
    Mlx4ContextStatus setAllocator(
            @About(CONTEXT) String context, @About("one of Allocators") String allocator);

    @About(
            value =
                    "Closes a context with everything on it, queue pairs drained, and has what the"
                            + " agent holds there made anew: work that is queued is lost, queue"
                            + " pairs get new numbers. Refused if something on it is not the"
                            + " agent's own.",
            impact = MBeanOperationInfo.ACTION)
    void reopen(@About(CONTEXT) String context);

    @About(
            value =
                    "Makes work queues with successive numbers, on one completion queue, and a"
                            + " table of them, in the context mlx4. Returns the table.",
            impact = MBeanOperationInfo.ACTION_INFO)
    ReceiveTable createReceiveTable(
            @About("a new name: letters, digits, . _ -") String name,
            @About("log2 of the number of work queues, 0 to LogWqsRangeBound") int logSize,
            @About("outstanding receives of each work queue, 1 or more") int entries);

    @About(
            value = "Takes a table down, with its work queues and its completion queue.",
            impact = MBeanOperationInfo.ACTION)
    void destroyReceiveTable(@About("the table, as ReceiveTables names it") String name);
}
