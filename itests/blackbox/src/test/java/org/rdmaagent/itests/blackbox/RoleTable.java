// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.rdmaagent.itests.blackbox.Role.ADMIN;
import static org.rdmaagent.itests.blackbox.Role.MANAGER;
import static org.rdmaagent.itests.blackbox.Role.VIEWER;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The design's table of who may do what, written down a second time: what the shipped files say is
 * compared with it. What it does not list is the admin's.
 */
final class RoleTable {
    /** The agent's own domain and those of the Java machine: everybody reads all of them. */
    private static final Set<String> READ_BY_ALL =
            Set.of(
                    "rdma",
                    "java.lang",
                    "java.nio",
                    "java.util.logging",
                    "com.sun.management",
                    "jdk.management",
                    "jdk.management.jfr",
                    "JMImplementation");

    /** Operations of the domain rdma. Each has a row: a new one is nobody's by accident. */
    private static final Map<String, Role> OPERATIONS =
            Map.ofEntries(
                    Map.entry("export", VIEWER),
                    Map.entry("discover", MANAGER),
                    Map.entry("compare", MANAGER),
                    Map.entry("destroy", MANAGER),
                    Map.entry("cancel", MANAGER),
                    Map.entry("debug", MANAGER),
                    Map.entry("showProgress", MANAGER),
                    Map.entry("setMaxSmpsOnWire", MANAGER),
                    Map.entry("join", MANAGER),
                    Map.entry("joinWith", MANAGER),
                    Map.entry("leave", MANAGER),
                    Map.entry("groups", MANAGER),
                    Map.entry("members", MANAGER),
                    Map.entry("selfTest", MANAGER),
                    Map.entry("attachMulticast", ADMIN),
                    Map.entry("detachMulticast", ADMIN),
                    Map.entry("pause", ADMIN),
                    Map.entry("resume", ADMIN),
                    Map.entry("setBatchSize", ADMIN),
                    Map.entry("setIdleStrategy", ADMIN),
                    Map.entry("release", ADMIN),
                    Map.entry("resetFigures", ADMIN),
                    Map.entry("setLogWqsRangeSize", ADMIN),
                    Map.entry("setLogWqsRangeSizeOf", ADMIN),
                    Map.entry("setAllocator", ADMIN),
                    Map.entry("reopen", ADMIN),
                    Map.entry("createReceiveTable", ADMIN),
                    Map.entry("destroyReceiveTable", ADMIN),
                    Map.entry("resetCounters", ADMIN));

    private RoleTable() {}

    static Role reads(Bean bean) {
        return READ_BY_ALL.contains(bean.domain()) ? VIEWER : ADMIN;
    }

    static Role writes(Bean bean, String attribute) {
        return bean.domain().equals("rdma") && attribute.startsWith("Threshold") ? MANAGER : ADMIN;
    }

    /** Empty where the table lacks a row. */
    static Optional<Role> calls(Bean bean, String operation) {
        if (bean.domain().equals("rdma")) {
            return Optional.ofNullable(OPERATIONS.get(operation));
        }
        boolean pull = bean.name().contains("type=NotificationStore") && operation.equals("pull");
        return Optional.of(bean.domain().equals("jolokia") && pull ? VIEWER : ADMIN);
    }
}
