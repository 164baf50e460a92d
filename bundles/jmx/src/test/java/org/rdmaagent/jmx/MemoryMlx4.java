// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.AllocatorStatus;
import org.rdmaagent.mlx4.BufferUse;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.mlx4.ReceiveTable;

/** Contexts of one mlx4 device in memory, which note what they are told to do. */
final class MemoryMlx4 implements Mlx4ContextService {
    static final String DEVICE = "mlx4_0";

    final List<String> calls = new ArrayList<>();
    final Map<String, Mlx4ContextStatus> contexts = new TreeMap<>();
    final List<String> devices = new ArrayList<>(List.of(DEVICE));
    int queries;

    /** A context whose figures differ all. */
    MemoryMlx4 with(String context, String allocator, int pending) {
        contexts.put(
                context,
                new Mlx4ContextStatus(
                        DEVICE,
                        context,
                        3,
                        new LogWqsRange(pending, 1, 4, 2, 7),
                        new AllocatorStatus(
                                allocator,
                                "arena",
                                "a detail",
                                new AllocatorStatistics(
                                        11,
                                        12,
                                        13,
                                        14,
                                        15,
                                        16,
                                        17,
                                        18,
                                        List.of(new BufferUse("cq", 4096, 5, 6)),
                                        "arena full")),
                        "a file",
                        true,
                        "a note"));
        return this;
    }

    @Override
    public List<String> devices() {
        return List.copyOf(devices);
    }

    @Override
    public List<Mlx4ContextStatus> contexts(String device) {
        queries++;
        return List.copyOf(contexts.values());
    }

    @Override
    public Mlx4DriverAttributes driverAttributes(String device) {
        return new Mlx4DriverAttributes(3, 64, 1);
    }

    @Override
    public List<String> allocators() {
        return List.of("system", "hugepage", "arena", "pool");
    }

    @Override
    public Mlx4ContextStatus setLogWqsRangeSize(String device, String context, int value) {
        if (value > 7) {
            throw new RdmaException(
                    "mlx4dv_set_context_attr", Errno.of(22), device, "0..7, not " + value);
        }
        calls.add("range " + device + " " + context + " " + value);
        with(context, "system", value);
        return contexts("").get(0);
    }

    @Override
    public Mlx4ContextStatus setAllocator(String device, String context, String allocator) {
        calls.add("allocator " + device + " " + context + " " + allocator);
        with(context, allocator, 0);
        return contexts("").get(0);
    }

    @Override
    public void reopen(String device, String context) {
        calls.add("reopen " + device + " " + context);
    }

    @Override
    public List<ReceiveTable> receiveTables(String device) {
        return List.of(new ReceiveTable(DEVICE, "rss", 9, 1, List.of(64, 65), true));
    }

    @Override
    public ReceiveTable createReceiveTable(String device, String name, int logSize, int entries) {
        calls.add("create " + device + " " + name + " " + logSize + " " + entries);
        return receiveTables(device).get(0);
    }

    @Override
    public void destroyReceiveTable(String device, String name) {
        calls.add("destroy " + device + " " + name);
    }
}
