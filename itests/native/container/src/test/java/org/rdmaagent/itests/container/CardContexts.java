// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The contexts of the emulated device, as its MBean tells them and an operator changes them. */
final class CardContexts {
    /** Read all the time while bundles change. */
    static final List<String> ASKED =
            List.of(
                    Mlx4Bean.NAME + " Contexts",
                    Mlx4Bean.NAME + " AllocatorStatistics",
                    Mlx4Bean.NAME + " LogWqsRangeSize",
                    Mlx4Bean.NAME + " ReceiveTables",
                    Mlx4Bean.NAME + " DriverAttributes");

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Mlx4Bean bean;

    CardContexts() throws JMException {
        bean = new Mlx4Bean();
    }

    /** A field of a context as text; that of a field of a field follows a dot. */
    String text(String context, String path) {
        return bean.context(context, path).toString();
    }

    /** A number of the allocator's; -1 while there is no such context, or no answer. */
    long statistic(String context, String figure) {
        return bean.context(context, "allocator.statistics." + figure) instanceof Long number
                ? number
                : -1;
    }

    /** Whether a configured queue pair is there with all that it needs. */
    boolean holdsQueuePair(String context) {
        return bean.context(context, "objects") instanceof Integer objects && objects >= 3;
    }

    /** Whether the numbers of a table follow each other. */
    boolean isContiguous(String table) {
        return Boolean.TRUE.equals(bean.table(table, "contiguous"));
    }

    /** Calls an operation of the MBean; numbers are int. */
    void invoke(String operation, Object... arguments) throws JMException {
        String[] types =
                Arrays.stream(arguments)
                        .map(each -> each instanceof Integer ? "int" : String.class.getName())
                        .toArray(String[]::new);
        Object unused = server.invoke(new ObjectName(Mlx4Bean.NAME), operation, arguments, types);
    }

    /** Where libmlx4 lies in this process; empty if it does not. */
    static String library() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains("/libmlx4"))
                .map(line -> line.replaceFirst("-.*", ""))
                .findFirst()
                .orElse("");
    }
}
