// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.counting;

import java.io.IOException;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.multicast.pair.PairContexts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the configurations by which a poll loop {@code multicast} of its own polls the queues of
 * the memberships, and a counting handler each counts what they receive. One handler for each
 * membership: a handler whose configuration changes begins to count anew. Any handler of the user's
 * ranks higher. Any thread says what is wanted; one calls {@link #doWork}.
 */
public final class CountingSetup {
    private static final String LOOP = "org.rdmaagent.dataplane.loop";
    private static final String HANDLER = "org.rdmaagent.handlers.counting";
    private static final String NAME = "multicast";
    private static final String HANDLER_PREFIX = HANDLER + "~" + NAME + "-";
    private static final int RANKING = -1000;

    /** File Install's note of the file that a configuration came from. */
    private static final String FILE = "felix.fileinstall.filename";

    private static final Logger LOG = LoggerFactory.getLogger(CountingSetup.class);

    private final Supplier<@Nullable ConfigurationAdmin> admin;
    private @Nullable Set<String> wanted;
    private volatile String trouble = "";

    /** By whatever Configuration Admin there is at the moment. */
    public CountingSetup(Supplier<@Nullable ConfigurationAdmin> admin) {
        this.admin = admin;
    }

    /** The names of the memberships that are to be counted, all of them. */
    public synchronized void want(Set<String> names) {
        wanted = new TreeSet<>(names);
    }

    private synchronized @Nullable Set<String> take() {
        Set<String> present = wanted;
        wanted = null;
        return present;
    }

    private synchronized void putBack(Set<String> names) {
        if (wanted == null) {
            wanted = names;
        }
    }

    /** Why nobody counts; empty if all is well. */
    public String trouble() {
        return trouble;
    }

    /** Does what is wanted; whether it is to be tried again. */
    public boolean doWork() {
        Set<String> names = take();
        if (names == null) {
            return false;
        }
        ConfigurationAdmin present = admin.get();
        if (present == null) {
            putBack(names);
            complain(
                    names.isEmpty()
                            ? ""
                            : "there is no Configuration Admin: nobody polls the queues of"
                                    + " memberships");
            return true;
        }
        try {
            handlers(present, names);
            loop(present, names);
            complain("");
            return false;
        } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
            putBack(names);
            complain("the loop that counts for memberships could not be configured: " + e);
            return true;
        }
    }

    private void complain(String text) {
        if (!text.isEmpty() && !text.equals(trouble)) {
            LOG.warn("{}", text);
        }
        trouble = text;
    }

    private static void loop(ConfigurationAdmin admin, Set<String> names)
            throws IOException, InvalidSyntaxException {
        String pid = LOOP + "~" + NAME;
        Map<String, Configuration> present = find(admin, LOOP, pid);
        Configuration loop = present.get(pid);
        if (names.isEmpty()) {
            if (loop != null) {
                loop.delete();
            }
            return;
        }
        Map<String, Object> keys = new TreeMap<>();
        keys.put(
                "queues",
                names.stream().map(PairContexts::queueOf).collect(Collectors.joining(",")));
        keys.put("idle", "event");
        if (loop == null && isTaken(admin, pid)) {
            throw new IllegalStateException(
                    "a file asks for a loop of the name " + NAME + ": give that one another name");
        }
        boolean unused =
                admin.getFactoryConfiguration(LOOP, NAME, "?")
                        .updateIfDifferent(FrameworkUtil.asDictionary(keys));
    }

    private static void handlers(ConfigurationAdmin admin, Set<String> names)
            throws IOException, InvalidSyntaxException {
        Map<String, Configuration> present = find(admin, HANDLER, HANDLER_PREFIX + "*");
        Set<String> missing = new HashSet<>(names);
        for (Map.Entry<String, Configuration> each : present.entrySet()) {
            String name = each.getKey().substring(HANDLER_PREFIX.length());
            if (!missing.remove(name)) {
                each.getValue().delete();
            }
        }
        for (String name : missing) {
            Map<String, Object> keys = new TreeMap<>();
            keys.put(CompletionHandler.CQ, PairContexts.queueOf(name));
            keys.put(Constants.SERVICE_RANKING, RANKING);
            admin.getFactoryConfiguration(HANDLER, NAME + "-" + name, "?")
                    .update(FrameworkUtil.asDictionary(keys));
        }
    }

    private static boolean isTaken(ConfigurationAdmin admin, String pid)
            throws IOException, InvalidSyntaxException {
        return admin.listConfigurations("(" + Constants.SERVICE_PID + "=" + pid + ")") != null;
    }

    /** Those that we made: no file is behind them. */
    private static Map<String, Configuration> find(
            ConfigurationAdmin admin, String factory, String pid)
            throws IOException, InvalidSyntaxException {
        Configuration[] listed =
                admin.listConfigurations(
                        "(&(service.factoryPid=" + factory + ")(service.pid=" + pid + "))");
        Map<String, Configuration> found = new TreeMap<>();
        for (Configuration each : listed == null ? new Configuration[0] : listed) {
            Dictionary<String, Object> keys = each.getProperties();
            if (keys != null && keys.get(FILE) == null) {
                found.put(each.getPid(), each);
            }
        }
        return found;
    }
}
