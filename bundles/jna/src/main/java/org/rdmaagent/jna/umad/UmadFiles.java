// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.OperatingSystem;

/**
 * The kernel's character devices of the ports, {@code /dev/infiniband/umad*}
 * (Documentation/infiniband/user_mad.rst): which is whose, and whether this user may open it.
 */
final class UmadFiles {
    private static final String CLASS = "/sys/class/infiniband_mad";
    private static final String DEVICES = "/dev/infiniband";

    private final OperatingSystem os;
    private final String classFolder;
    private final String deviceFolder;

    UmadFiles(OperatingSystem os) {
        this(os, CLASS, DEVICES);
    }

    /** With other folders, for tests. */
    UmadFiles(OperatingSystem os, String classFolder, String deviceFolder) {
        this.os = os;
        this.classFolder = classFolder;
        this.deviceFolder = deviceFolder;
    }

    /**
     * Says beforehand what {@code umad_open_port(3)} would, without opening. What cannot be told is
     * left to that call: a simulator has no such file, and its rows in sysfs cannot be read from
     * here.
     *
     * @throws org.rdmaagent.RdmaException EINVAL no file is the port's, EACCES no permission
     */
    void requireOpenable(PortId port) {
        List<String> names = names();
        Optional<String> own = names.stream().filter(name -> isOf(name, port)).findFirst();
        if (own.isPresent()) {
            File file = new File(deviceFolder, own.get());
            if (file.exists() && !(file.canRead() && file.canWrite())) {
                throw UmadFailure.of("umad_open_port", UmadFailure.EACCES, port);
            }
        } else if (names.stream().allMatch(this::isReadable)) {
            throw UmadFailure.of("umad_open_port", UmadFailure.EINVAL, port);
        }
    }

    private List<String> names() {
        try {
            return os.list(classFolder).stream().filter(name -> name.startsWith("umad")).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private boolean isOf(String name, PortId port) {
        return line(name, "ibdev").equals(port.device())
                && line(name, "port").equals(Integer.toString(port.port()));
    }

    private boolean isReadable(String name) {
        return !line(name, "ibdev").isEmpty();
    }

    private String line(String name, String file) {
        try {
            return os.readText(classFolder + "/" + name + "/" + file).strip();
        } catch (IOException e) {
            return ""; // the device went meanwhile, or it is a simulator's
        }
    }
}
