// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.counting;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Factory configurations in memory, with what the setup uses of them. */
final class MemoryConfigurations {
    final Map<String, Map<String, Object>> stored = new TreeMap<>();
    final List<String> changes = new ArrayList<>();
    boolean broken;
    private int made;

    ConfigurationAdmin admin() {
        return (ConfigurationAdmin)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ConfigurationAdmin.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "createFactoryConfiguration" ->
                                            configuration(arguments[0] + "~" + ++made);
                                    case "listConfigurations" -> list((String) arguments[0]);
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    private Configuration @Nullable [] list(String filter)
            throws InvalidSyntaxException, IOException {
        if (broken) {
            throw new IOException("the store is broken");
        }
        List<Configuration> found = new ArrayList<>();
        for (Map.Entry<String, Map<String, Object>> each : stored.entrySet()) {
            Map<String, Object> all = new TreeMap<>(each.getValue());
            all.put("service.pid", each.getKey());
            all.put("service.factoryPid", each.getKey().replaceFirst("~.*", ""));
            if (FrameworkUtil.createFilter(filter).matches(all)) {
                found.add(configuration(each.getKey()));
            }
        }
        return found.isEmpty() ? null : found.toArray(new Configuration[0]);
    }

    private Configuration configuration(String pid) {
        return (Configuration)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Configuration.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "getPid" -> pid;
                                    case "getProperties" ->
                                            FrameworkUtil.asDictionary(
                                                    stored.getOrDefault(pid, Map.of()));
                                    case "delete" -> delete(pid);
                                    case "update", "updateIfDifferent" ->
                                            put(pid, (Dictionary<?, ?>) arguments[0]);
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    private @Nullable Object delete(String pid) {
        changes.add("delete " + pid);
        stored.remove(pid);
        return null;
    }

    private boolean put(String pid, Dictionary<?, ?> keys) {
        Map<String, Object> next = new TreeMap<>();
        keys.keys().asIterator().forEachRemaining(key -> next.put(key.toString(), keys.get(key)));
        boolean news = !next.equals(stored.put(pid, next));
        if (news) {
            changes.add("update " + pid);
        }
        return news;
    }
}
