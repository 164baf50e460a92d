// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.rdmaagent.spi.OperatingSystem;

/**
 * The kernel's files of the simulated host, and nothing else: what is not here does not exist.
 * Filled once, then for any thread.
 */
public final class SimulatedFiles implements OperatingSystem {
    private final Map<String, SysfsFile> files = new HashMap<>();
    private static final String DEVICES = "/sys/class/infiniband";

    private final Map<String, TreeSet<String>> folders = new HashMap<>();
    private final List<ChangeableDevice> devices;

    /** Shows these devices as long as they are plugged in; the counters move with the clock. */
    public SimulatedFiles(List<ChangeableDevice> devices, WorldTime time) {
        this.devices = List.copyOf(devices);
        folders.put("", new TreeSet<>());
        SysfsTree tree = new SysfsTree(this::add, time);
        devices.forEach(tree::addDevice);
    }

    private void add(String path, SysfsFile file) {
        files.put(path, file);
        String child = path;
        while (!child.isEmpty()) {
            int slash = child.lastIndexOf('/');
            String parent = child.substring(0, slash);
            folders.computeIfAbsent(parent, key -> new TreeSet<>()).add(child.substring(slash + 1));
            child = parent;
        }
    }

    @Override
    public String readText(String path) throws IOException {
        SysfsFile file = files.get(path);
        if (isGone(path)) {
            throw new NoSuchFileException(path);
        }
        if (file != null) {
            return file.read();
        }
        if (folders.containsKey(trimmed(path))) {
            throw new IOException(path + ": Is a directory");
        }
        throw new NoSuchFileException(path);
    }

    @Override
    public List<String> list(String path) throws IOException {
        TreeSet<String> names = folders.get(trimmed(path));
        if (isGone(path)) {
            throw new NoSuchFileException(path);
        }
        if (names != null) {
            return names.stream().filter(name -> !isGone(trimmed(path) + "/" + name)).toList();
        }
        if (files.containsKey(path)) {
            throw new NotDirectoryException(path);
        }
        throw new NoSuchFileException(path);
    }

    /** Whether it is the folder of a device that was pulled out, or below it. */
    private boolean isGone(String path) {
        return devices.stream()
                .filter(device -> !device.present())
                .map(device -> DEVICES + "/" + device.name())
                .anyMatch(folder -> path.equals(folder) || path.startsWith(folder + "/"));
    }

    private static String trimmed(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
