// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.counting;

import java.io.IOException;
import java.util.Collection;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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
 *
 * <p>A configuration that was deleted may be made anew, empty and of no factory, by a listener that
 * asks for it by its PID: so no PID is used twice, and none is deleted just after it was written.
 */
public final class CountingSetup {
    private static final String LOOP = "org.rdmaagent.dataplane.loop";
    private static final String HANDLER = "org.rdmaagent.handlers.counting";
    private static final String NAME = "multicast";

    /** A key of our handlers: the name of the membership. */
    private static final String MEMBERSHIP = "rdma.membership";

    private static final int RANKING = -1000;

    /** File Install's note of the file that a configuration came from. */
    private static final String FILE = "felix.fileinstall.filename";

    /** Listeners have read by then what was written. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Logger LOG = LoggerFactory.getLogger(CountingSetup.class);

    private final Supplier<@Nullable ConfigurationAdmin> admin;
    private final LongSupplier nanoTime;
    private final Map<String, Long> touched = new HashMap<>();
    private @Nullable Set<String> wanted;
    private volatile String trouble = "";

    /** By whatever Configuration Admin there is at the moment. */
    public CountingSetup(Supplier<@Nullable ConfigurationAdmin> admin, LongSupplier nanoTime) {
        this.admin = admin;
        this.nanoTime = nanoTime;
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
            boolean counted = handlers(present, names);
            boolean done = loop(present, names) && counted;
            complain("");
            if (!done) {
                putBack(names);
            }
            return !done;
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

    private boolean loop(ConfigurationAdmin admin, Set<String> names)
            throws IOException, InvalidSyntaxException {
        Map<String, Configuration> present = find(admin, LOOP, "name", NAME);
        if (names.isEmpty()) {
            return delete(present.values());
        }
        Map<String, Object> keys = new TreeMap<>();
        keys.put("name", NAME);
        keys.put(
                "queues",
                names.stream().map(PairContexts::queueOf).collect(Collectors.joining(",")));
        keys.put("idle", "event");
        Configuration loop = present.get(NAME);
        update(loop == null ? admin.createFactoryConfiguration(LOOP, "?") : loop, keys);
        return true;
    }

    private boolean handlers(ConfigurationAdmin admin, Set<String> names)
            throws IOException, InvalidSyntaxException {
        Map<String, Configuration> present = find(admin, HANDLER, MEMBERSHIP, "*");
        for (String name : names) {
            if (present.remove(name) == null) {
                Map<String, Object> keys = new TreeMap<>();
                keys.put(MEMBERSHIP, name);
                keys.put(CompletionHandler.CQ, PairContexts.queueOf(name));
                keys.put(Constants.SERVICE_RANKING, RANKING);
                update(admin.createFactoryConfiguration(HANDLER, "?"), keys);
            }
        }
        return delete(present.values());
    }

    private void update(Configuration configuration, Map<String, Object> keys) throws IOException {
        if (configuration.updateIfDifferent(FrameworkUtil.asDictionary(keys))) {
            touched.put(configuration.getPid(), nanoTime.getAsLong());
        }
    }

    /** Whether all of them are deleted; those that were just written are not yet. */
    private boolean delete(Collection<Configuration> unwanted) throws IOException {
        boolean all = true;
        for (Configuration each : unwanted) {
            Long then = touched.get(each.getPid());
            if (then != null && nanoTime.getAsLong() - then < REST_NANOS) {
                all = false;
            } else {
                touched.remove(each.getPid());
                each.delete();
            }
        }
        return all;
    }

    /** Those that we made, by a key of theirs: no file is behind them. */
    private static Map<String, Configuration> find(
            ConfigurationAdmin admin, String factory, String key, String value)
            throws IOException, InvalidSyntaxException {
        Configuration[] listed =
                admin.listConfigurations(
                        "(&(service.factoryPid=" + factory + ")(" + key + "=" + value + "))");
        Map<String, Configuration> found = new TreeMap<>();
        for (Configuration each : listed == null ? new Configuration[0] : listed) {
            Dictionary<String, Object> keys = each.getProperties();
            if (keys == null || keys.get(FILE) != null) {
                continue;
            }
            // Of two for the same, such as after a crash, one is enough.
            Configuration other = found.put(String.valueOf(keys.get(key)), each);
            if (other != null) {
                other.delete();
            }
        }
        return found;
    }
}
