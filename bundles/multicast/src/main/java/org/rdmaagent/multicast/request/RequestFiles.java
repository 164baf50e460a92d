// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.JoinRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the files ask for, by the names of their memberships. The first file that asks for a name
 * has it; others wait, and tell so, until it goes. For any thread.
 */
public final class RequestFiles {
    private static final String NOT_IN_FORCE =
            "; the edit is not in force and the membership goes on as before: correct the file";
    private static final Logger LOG = LoggerFactory.getLogger(RequestFiles.class);

    private final Runnable changed;
    private final Map<String, RequestFile> holders = new TreeMap<>();
    private final Set<RequestFile> waiting = new LinkedHashSet<>();
    private final Map<String, Wish> wishes = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final Map<String, String> remarks = new TreeMap<>();
    private long edition;

    /**
     * What a file asks for.
     *
     * @param request with its name
     * @param edition another one each time that the file was read
     */
    public record Wish(JoinRequest request, long edition) {}

    /**
     * Without files.
     *
     * @param changed called after each change
     */
    public RequestFiles(Runnable changed) {
        this.changed = changed;
    }

    void read(RequestFile file, Map<String, ?> given) {
        synchronized (this) {
            if (!RequestFile.nameOf(given).equals(file.name())) {
                release(file);
            }
            file.keep(given);
            RequestFile holder = holders.putIfAbsent(file.name(), file);
            if (holder == null || holder == file) {
                boolean unused = waiting.remove(file);
                apply(file);
            } else if (waiting.add(file)) {
                LOG.warn("Configuration of membership {}: {}", file.name(), clash(file, holder));
            }
        }
        changed.run();
    }

    void remove(RequestFile file) {
        synchronized (this) {
            release(file);
        }
        changed.run();
    }

    private void release(RequestFile file) {
        boolean waited = waiting.remove(file);
        if (waited || !holders.remove(file.name(), file)) {
            return;
        }
        wishes.remove(file.name());
        refused.remove(file.name());
        remarks.remove(file.name());
        Optional<RequestFile> next =
                waiting.stream().filter(other -> other.name().equals(file.name())).findFirst();
        if (next.isPresent()) {
            boolean unused = waiting.remove(next.get());
            holders.put(file.name(), next.get());
            LOG.info("{} has the name {} now", next.get().id(), file.name());
            apply(next.get());
        }
    }

    private void apply(RequestFile file) {
        remark(file);
        try {
            JoinRequest request = RequestKeys.read(file.name(), file.keys());
            wishes.put(file.name(), new Wish(request, ++edition));
            refused.remove(file.name());
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            LOG.error("Configuration {} of membership {}: {}", file.id(), file.name(), why);
            refused.put(file.name(), wishes.containsKey(file.name()) ? why + NOT_IN_FORCE : why);
        }
    }

    private void remark(RequestFile file) {
        Set<String> unknown = RequestKeys.unknown(file.keys().keySet());
        if (unknown.isEmpty()) {
            remarks.remove(file.name());
            return;
        }
        String remark =
                "unknown keys, passed over: "
                        + String.join(", ", unknown)
                        + "; correct or remove them";
        LOG.warn("Configuration {} of membership {}: {}", file.id(), file.name(), remark);
        remarks.put(file.name(), remark);
    }

    /** What is asked for, by name. */
    public synchronized Map<String, Wish> wishes() {
        return new TreeMap<>(wishes);
    }

    /** Whether a file has this name that says nothing that can be: what there is stays. */
    public synchronized boolean isRefused(String name) {
        return refused.containsKey(name) && !wishes.containsKey(name);
    }

    /** What is not as the files want it, in words; empty if all is well. */
    public synchronized List<String> troubles() {
        List<String> all = new ArrayList<>();
        refused.forEach((name, why) -> all.add(subject(name) + why));
        remarks.forEach((name, what) -> all.add(subject(name) + what));
        for (RequestFile file : waiting) {
            @Nullable RequestFile holder = holders.get(file.name());
            if (holder != null) {
                all.add(subject(file.name()) + clash(file, holder));
            }
        }
        return all;
    }

    private static String subject(String name) {
        return "configuration of membership " + name + ": ";
    }

    private static String clash(RequestFile file, RequestFile holder) {
        return file.id()
                + ": another file, "
                + holder.id()
                + ", has a membership of this name; choose another name";
    }
}
