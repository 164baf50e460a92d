// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.MessageCounter;
import org.rdmaagent.multicast.membership.LateCounts;

/** The counters that are registered, by the queues that they count. For any thread. */
final class Counters implements LateCounts {
    private final Map<Long, Offer> offers = new TreeMap<>();

    private record Offer(MessageCounter counter, List<String> queues) {}

    synchronized void put(MessageCounter counter, Map<String, ?> properties) {
        offers.put(
                id(properties), new Offer(counter, queues(properties.get(CompletionHandler.CQ))));
    }

    synchronized void remove(Map<String, ?> properties) {
        offers.remove(id(properties));
    }

    @Override
    public synchronized Optional<MessageCounter> of(String queue) {
        return offers.values().stream()
                .filter(offer -> offer.queues().contains(queue))
                .map(Offer::counter)
                .findFirst();
    }

    private static long id(Map<String, ?> properties) {
        return properties.get(Constants.SERVICE_ID) instanceof Long id ? id : 0;
    }

    private static List<String> queues(@Nullable Object property) {
        if (property instanceof Object[] array) {
            return List.of(array).stream().map(Object::toString).toList();
        }
        if (property instanceof Collection<?> collection) {
            return collection.stream().map(String::valueOf).toList();
        }
        return property == null ? List.of() : List.of(property.toString().split("\\s*,\\s*", -1));
    }
}
