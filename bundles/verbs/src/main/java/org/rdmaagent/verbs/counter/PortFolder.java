// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.verbs.CounterUnit;
import org.rdmaagent.verbs.CounterValue;

/** The counter files of one port: {@code SYSFS/class/infiniband/DEVICE/ports/PORT}. */
final class PortFolder {
    private static final Errno EIO = Errno.of(5);
    private static final Errno EACCES = Errno.of(13);
    private static final Errno ENODEV = Errno.of(19);
    private static final Errno EINVAL = Errno.of(22);

    private final OperatingSystem os;
    private final PortId port;
    private final String portsPath;

    PortFolder(OperatingSystem os, String sysfsRoot, PortId port) {
        this.os = os;
        this.port = port;
        this.portsPath = sysfsRoot + "/class/infiniband/" + port.device() + "/ports";
    }

    /**
     * Checks that the kernel lists the port.
     *
     * @throws RdmaException ENODEV no such device, EINVAL no such port, EACCES, EIO
     */
    void requirePort() {
        if (port.device().contains("/") || port.device().startsWith(".")) {
            throw failure(ENODEV, "a device name is one word, such as mlx4_0");
        }
        try {
            List<String> ports = os.list(portsPath);
            if (!ports.contains(Integer.toString(port.port()))) {
                throw failure(EINVAL, "the device has the ports " + String.join(", ", ports));
            }
        } catch (NoSuchFileException e) {
            throw failure(
                    ENODEV, "there is no folder " + portsPath + ": is the device's driver loaded?");
        } catch (AccessDeniedException e) {
            throw failure(EACCES, "let the agent's user read " + portsPath);
        } catch (IOException e) {
            throw failure(EIO, "reading " + portsPath + ": " + e.getMessage());
        }
    }

    /** All counters: the rows of {@link PortCounter}, then what the driver adds. */
    List<CounterValue> read() {
        List<CounterValue> values = new ArrayList<>();
        readPortCounters(values);
        readHardwareCounters(values);
        return values;
    }

    private void readPortCounters(List<CounterValue> values) {
        List<String> files = List.of();
        String noFile = "this driver does not offer it";
        try {
            files = os.list(path("counters"));
        } catch (NoSuchFileException e) {
            noFile = "this driver keeps no port counters: there is no folder counters";
        } catch (IOException e) {
            noFile = reason(e);
        }
        boolean extended = files.contains(PortCounter.UNICAST_XMIT_PACKETS.file());
        for (PortCounter counter : PortCounter.values()) {
            RawCounter raw =
                    files.contains(counter.file())
                            ? readFile("counters/" + counter.file())
                            : RawCounter.missing(noFile);
            values.add(counter.value(raw, extended));
        }
        for (String file : files) {
            if (PortCounter.ofFile(file).isEmpty()) {
                values.add(driversOwn("counters", file));
            }
        }
    }

    private void readHardwareCounters(List<CounterValue> values) {
        List<String> files;
        try {
            files = os.list(path("hw_counters"));
        } catch (IOException e) {
            // Most software drivers have no such folder; there is nothing to say about each file.
            return;
        }
        for (String file : files) {
            // Not a counter: how long, in milliseconds, the kernel keeps the driver's values.
            if (!"lifespan".equals(file)) {
                values.add(driversOwn("hw_counters", file));
            }
        }
    }

    private CounterValue driversOwn(String folder, String file) {
        String source = folder + "/" + file;
        RawCounter raw = readFile(source);
        return new CounterValue(
                file,
                file.replace('_', ' '),
                CounterUnit.UNKNOWN,
                0,
                raw.available(),
                raw.value(),
                false,
                source,
                raw.reason());
    }

    private RawCounter readFile(String source) {
        try {
            return CounterText.parse(os.readText(path(source)));
        } catch (IOException e) {
            return RawCounter.missing(reason(e));
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "the file is gone: the driver was unloaded or reloaded";
        }
        if (e instanceof AccessDeniedException denied) {
            return "no permission: let the agent's user read " + denied.getFile();
        }
        if (e instanceof FileSystemException named && named.getReason() != null) {
            return "the kernel says: " + named.getReason();
        }
        return "the kernel says: " + e.getMessage();
    }

    private String path(String source) {
        return portsPath + "/" + port.port() + "/" + source;
    }

    private RdmaException failure(Errno errno, String remedy) {
        return new RdmaException("read counters", errno, port.toString(), remedy);
    }
}
