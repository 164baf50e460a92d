// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import javax.management.DescriptorRead;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.TabularType;

/** Writes docs/mbeans.md from what the MBean server tells about the MBeans. */
final class MBeanDocument {
    private static final String INTRODUCTION =
            """
            <!-- SPDX-License-Identifier: Apache-2.0 -->
            # MBeans

            Every name is in the domain `rdma`. `D` is the kernel's name of a device (`mlx4_0`), `N` a port number from 1, `Q` the number of a queue pair,
            `L` the name of a poll loop.
            Names stay while the bundles behind them are replaced; an attribute then fails with `restarting: ...; try again`.
            A name goes only when its device, port, queue pair or loop has been gone for ten seconds. All attributes are read-only.

            Values are JDK types: a record is a `CompositeData` (an object in JSON), a map a `TabularData` (an object in
            JSON, by key), a list an array. Exceptions are JDK types, too; the message names the call, the error number and
            what to do.
            """;

    private final MBeanServer server;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, CompositeType> records = new TreeMap<>();

    MBeanDocument(MBeanServer server) {
        this.server = server;
    }

    String text() throws JMException {
        text.append(INTRODUCTION);
        describe("rdma:type=Agent", "rdma:type=Agent");
        describe("rdma:type=Device,device=mlx4_0", "rdma:type=Device,device=D");
        describe("rdma:type=Port,device=mlx4_0,port=1", "rdma:type=Port,device=D,port=N");
        describe("rdma:type=Fabric,device=mlx4_0,port=1", "rdma:type=Fabric,device=D,port=N");
        describe("rdma:type=QueuePair,device=mlx4_0,qpn=72", "rdma:type=QueuePair,device=D,qpn=Q");
        describe("rdma:type=Mlx4Context,device=mlx4_0", "rdma:type=Mlx4Context,device=D");
        describe("rdma:type=Multicast", "rdma:type=Multicast");
        describe("rdma:type=DataPlane", "rdma:type=DataPlane");
        describe("rdma:type=PollLoop,name=feed", "rdma:type=PollLoop,name=L");
        describeRecords();
        return text.toString();
    }

    private void describe(String name, String pattern) throws JMException {
        MBeanInfo info = server.getMBeanInfo(new ObjectName(name));
        line("\n## `" + pattern + "`\n\n" + info.getDescription() + "\n");
        line("| Attribute | Type | |\n|---|---|---|");
        MBeanAttributeInfo[] attributes = info.getAttributes();
        Arrays.sort(attributes, Comparator.comparing(MBeanAttributeInfo::getName));
        for (MBeanAttributeInfo attribute : attributes) {
            String type = type(openType(attribute));
            line(
                    "| `"
                            + attribute.getName()
                            + "` | "
                            + type
                            + " | "
                            + attribute.getDescription()
                            + " |");
        }
        MBeanOperationInfo[] operations = info.getOperations();
        Arrays.sort(
                operations,
                Comparator.comparing(MBeanOperationInfo::getName)
                        .thenComparing(operation -> operation.getSignature().length)
                        .thenComparing(operation -> Arrays.toString(operation.getSignature())));
        if (operations.length > 0) {
            line("\n| Operation | Returns | Impact | |\n|---|---|---|---|");
        }
        for (MBeanOperationInfo operation : operations) {
            describe(operation);
        }
        for (MBeanNotificationInfo notification : info.getNotifications()) {
            line(
                    "\nNotification `"
                            + String.join("`, `", notification.getNotifTypes())
                            + "`: "
                            + notification.getDescription());
        }
    }

    private void describe(MBeanOperationInfo operation) {
        StringBuilder call = new StringBuilder(operation.getName()).append('(');
        StringBuilder about = new StringBuilder(operation.getDescription());
        for (MBeanParameterInfo parameter : operation.getSignature()) {
            call.append(call.toString().endsWith("(") ? "" : ", ");
            call.append(type(openType(parameter)));
            call.append(' ').append(parameter.getName());
            about.append(" `").append(parameter.getName()).append("`: ");
            about.append(parameter.getDescription()).append('.');
        }
        String impact =
                switch (operation.getImpact()) {
                    case MBeanOperationInfo.INFO -> "reads";
                    case MBeanOperationInfo.ACTION -> "acts";
                    default -> "acts and reads";
                };
        String returns = type(openType(operation));
        line("| `" + call + ")` | " + returns + " | " + impact + " | " + about + " |");
    }

    private void describeRecords() {
        line("\n## Records\n\n| Record | Fields |\n|---|---|");
        Map<String, String> rows = new TreeMap<>();
        while (!rows.keySet().containsAll(records.keySet())) { // a record may bring further ones
            Map.copyOf(records)
                    .forEach((name, type) -> rows.computeIfAbsent(name, unused -> fields(type)));
        }
        rows.forEach((name, fields) -> line("| " + name + " | " + fields + " |"));
    }

    private String fields(CompositeType record) {
        StringBuilder fields = new StringBuilder();
        for (String key : record.keySet()) {
            fields.append(fields.isEmpty() ? "" : ", ").append('`').append(key).append("` ");
            fields.append(type(record.getType(key)));
        }
        return fields.toString();
    }

    private String type(OpenType<?> type) {
        if (type instanceof ArrayType<?> array) {
            return "list of " + type(array.getElementOpenType());
        }
        if (type instanceof TabularType table) {
            return "map of " + type(table.getRowType().getType("value"));
        }
        if (type instanceof CompositeType composite) {
            String name = simple(composite.getTypeName());
            records.put(name, composite);
            return name;
        }
        String name = simple(type.getTypeName());
        return switch (name) {
            case "Integer" -> "int";
            case "Long", "Double", "Boolean", "Void" -> name.toLowerCase(java.util.Locale.ROOT);
            default -> name;
        };
    }

    private static OpenType<?> openType(DescriptorRead info) {
        return (OpenType<?>) info.getDescriptor().getFieldValue("openType");
    }

    private static String simple(String name) {
        return name.replaceAll(".*[.$]", "");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
