// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the files ask for. Of two for the same contexts of a device the first by the name of the
 * file counts. What a file said before counts while it says nothing that can be. For any thread.
 */
public final class SettingsFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsFiles.class);

    private final Map<String, Read> files = new TreeMap<>();

    /**
     * A file as it was read last.
     *
     * @param file its name
     * @param settings the last that could be; null if none could
     * @param trouble why those are not what it says now; empty if they are
     */
    private record Read(String file, @Nullable ContextSettings settings, String trouble) {}

    /** The device and the contexts that a plan is for. */
    private record Place(String device, String context) {}

    /**
     * A file says this now.
     *
     * @param pid the identity of its configuration
     */
    public synchronized void read(String pid, Map<String, ?> given) {
        Read before = files.get(pid);
        String file = new KeyTexts(given).file();
        try {
            files.put(pid, new Read(file, SettingsKeys.read(given), ""));
        } catch (IllegalArgumentException e) {
            ContextSettings settings = before == null ? null : before.settings();
            Read now = new Read(file, settings, String.valueOf(e.getMessage()));
            files.put(pid, now);
            if (!now.equals(before)) {
                LOG.error("Configuration {}: {}", file, now.trouble());
            }
        }
    }

    /** A file is gone. */
    public synchronized void remove(String pid) {
        Read unused = files.remove(pid);
    }

    /** The plans that are in force. */
    public synchronized List<FilePlan> plans() {
        return List.copyOf(byPlace(new ArrayList<>()).values());
    }

    /** The files that have not said anything yet that could be, by name. */
    public synchronized Set<String> unread() {
        Set<String> unread = new TreeSet<>();
        for (Read read : files.values()) {
            if (read.settings() == null) {
                unread.add(read.file());
            }
        }
        return unread;
    }

    /** The files that ask for something on a device, by name; the devices by name. */
    public synchronized Map<String, Set<String>> byDevice() {
        Map<String, Set<String>> devices = new TreeMap<>();
        for (Read read : files.values()) {
            Optional.ofNullable(read.settings())
                    .ifPresent(
                            settings ->
                                    devices.computeIfAbsent(
                                                    settings.device(), device -> new TreeSet<>())
                                            .add(read.file()));
        }
        return devices;
    }

    /** What is not as the files want it, in words; empty if all is well. */
    public synchronized List<String> troubles() {
        List<String> all = new ArrayList<>();
        for (Read read : inOrder()) {
            if (!read.trouble().isEmpty()) {
                all.add(
                        "configuration "
                                + read.file()
                                + ": "
                                + read.trouble()
                                + (read.settings() == null
                                        ? "; nothing of it is in force: correct the file"
                                        : "; what it said before stays in force: correct the"
                                                + " file"));
            }
        }
        var unused = byPlace(all);
        return all;
    }

    private Map<Place, FilePlan> byPlace(List<String> clashes) {
        Map<Place, FilePlan> plans = new LinkedHashMap<>();
        for (Read read : inOrder()) {
            ContextSettings settings = read.settings();
            if (settings == null) {
                continue;
            }
            for (String context : settings.contexts()) {
                Place place = new Place(settings.device(), context);
                FilePlan first = plans.putIfAbsent(place, settings.plan(context, read.file()));
                if (first != null) {
                    clashes.add(
                            "configuration "
                                    + read.file()
                                    + ": contexts "
                                    + context
                                    + " of "
                                    + settings.device()
                                    + " have what "
                                    + first.plan().origin()
                                    + " says: name other contexts in one of the two");
                }
            }
        }
        return plans;
    }

    private List<Read> inOrder() {
        return files.values().stream().sorted(Comparator.comparing(Read::file)).toList();
    }
}
