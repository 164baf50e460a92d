// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.spi.OperatingSystem;

/**
 * What only sysfs knows of a device: {@code /sys/class/infiniband/DEVICE}
 * (Documentation/ABI/stable/sysfs-class-infiniband). What is not there is unknown, not an error:
 * software devices have no parent, older kernels lack files.
 */
public final class DeviceFolder {
    private static final String ETHERNET = "Ethernet";

    private final OperatingSystem os;
    private final String path;

    /**
     * @param root the folder that has a folder for each device
     */
    public DeviceFolder(OperatingSystem os, String root, String device) {
        this.os = os;
        this.path = root + "/" + device;
    }

    /** The kernel driver that is bound to the parent; empty if unknown. */
    public String driver() {
        return HostFiles.linkTarget(path + "/device/driver");
    }

    /** Whether it is one of rdma_rxe, which has this file and no driver of a bus. */
    public boolean isSoftRoce() {
        return !line("parent").isEmpty();
    }

    /** The vendor's name of the board; empty where the driver has no such file. */
    String boardId() {
        return line("board_id");
    }

    /** The NUMA node; -1 if the platform does not say. */
    public int numaNode() {
        try {
            return Integer.parseInt(line("device/numa_node"));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** {@code IB}, {@code RoCE v1} or {@code RoCE v2}. */
    String gidType(int port, int index) {
        String type = line("ports/" + port + "/gid_attrs/types/" + index);
        return type.startsWith("IB") ? "IB" : type; // the kernel writes IB/RoCE v1 for both
    }

    /** The network interface of a row of the GID table; empty on InfiniBand. */
    String gidNetdev(int port, int index) {
        return line("ports/" + port + "/gid_attrs/ndevs/" + index);
    }

    /** The IPoIB interface of a port; empty if there is none. */
    String ipoibNetdev(int port) {
        for (String name : list("device/net")) {
            String folder = "device/net/" + name;
            boolean child = !line(folder + "/parent").isEmpty();
            if (!child && line(folder + "/dev_port").equals(Integer.toString(port - 1))) {
                return name;
            }
        }
        return "";
    }

    /** {@code InfiniBand} or {@code Ethernet}; empty if the port is gone. */
    public String linkLayer(int port) {
        return line("ports/" + port + "/link_layer");
    }

    /** The network interface of a port; empty if it has none. */
    public String netdev(int port) {
        if (!linkLayer(port).equals(ETHERNET)) {
            return ipoibNetdev(port);
        }
        return list("ports/" + port + "/gid_attrs/ndevs").stream()
                .sorted(Comparator.comparingInt(String::length)) // 2 before 10
                .map(row -> line("ports/" + port + "/gid_attrs/ndevs/" + row))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private List<String> list(String name) {
        try {
            return os.list(path + "/" + name);
        } catch (IOException e) {
            return List.of();
        }
    }

    private String line(String name) {
        try {
            return os.readText(path + "/" + name).strip();
        } catch (IOException e) {
            return ""; // a row that is not in use answers EINVAL
        }
    }
}
