// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.JoinRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the files ask for, by the names of their memberships. The first file that asks for a name
 * has it; others wait, and tell so, until it goes. For any thread.
 */
public final class RequestFiles {
    /** What is to be said where an edit cannot be, and what was before still is. */
    public static final String GOES_ON =
            "; the edit is not in force and the membership goes on as before: correct the file";

    /** The same where that is no member either. */
    public static final String NOT_IN_FORCE = "; the edit is not in force: correct the file";

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
     * @param file the name of the file
     */
    public record Wish(JoinRequest request, long edition, String file) {}

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
            take(file, given);
        }
        changed.run();
    }

    private void take(RequestFile file, Map<String, ?> given) {
        String next = RequestFile.nameOf(given);
        if (!next.equals(file.name())) {
            String obstacle = holds(file) ? obstacle(file, next, given) : "";
            if (!obstacle.isEmpty()) {
                refuse(file, obstacle);
                return;
            }
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

    /** Whether what a file said before is in force. */
    private boolean holds(RequestFile file) {
        return holders.get(file.name()) == file && wishes.containsKey(file.name());
    }

    /** Why a file cannot ask for a membership of another name; empty if it can. */
    private String obstacle(RequestFile file, String next, Map<String, ?> given) {
        try {
            JoinRequest unused = RequestKeys.ofFile(next, given);
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
        RequestFile holder = holders.get(next);
        return holder == null ? "" : "name = " + next + ": " + clash(file, holder);
    }

    private void refuse(RequestFile file, String why) {
        LOG.error("Configuration {} of membership {}: {}", file.id(), file.name(), why);
        refused.put(file.name(), why);
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
            JoinRequest request = RequestKeys.ofFile(file.name(), file.keys());
            wishes.put(file.name(), new Wish(request, ++edition, file.id()));
            refused.remove(file.name());
        } catch (IllegalArgumentException e) {
            refuse(file, String.valueOf(e.getMessage()));
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
                        + unknown.stream().map(Echo::of).collect(Collectors.joining(", "))
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

    /**
     * Whether a file says nothing that can be, whatever the name of its membership was: what no
     * other file asks for may be its.
     */
    public synchronized boolean isAnyRefused() {
        return !wishes.keySet().containsAll(refused.keySet());
    }

    /**
     * What is not as the files want it, in words; empty if all is well.
     *
     * @param running whether a membership is in force, by its name
     */
    public synchronized List<String> troubles(Predicate<String> running) {
        List<String> all = new ArrayList<>();
        refused.forEach((name, why) -> all.add(subject(name) + why + consequence(name, running)));
        remarks.forEach((name, what) -> all.add(subject(name) + what));
        for (RequestFile file : waiting) {
            @Nullable RequestFile holder = holders.get(file.name());
            if (holder != null) {
                all.add("membership " + file.name() + ": " + clash(file, holder));
            }
        }
        return all;
    }

    private String consequence(String name, Predicate<String> running) {
        if (!wishes.containsKey(name)) {
            return "";
        }
        return running.test(name) ? GOES_ON : NOT_IN_FORCE;
    }

    private String subject(String name) {
        RequestFile holder = holders.get(name);
        return "configuration "
                + (holder == null ? "" : holder.id() + " ")
                + "of membership "
                + name
                + ": ";
    }

    private static String clash(RequestFile file, RequestFile holder) {
        return file.id()
                + ": another file, "
                + holder.id()
                + ", has a membership of this name; choose another name";
    }
}
