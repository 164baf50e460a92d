// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;

/** The handlers that are registered, and which of them is the best for a queue. */
final class Handlers {
    private static final Comparator<Offer> BEST_FIRST =
            Comparator.comparingInt(Offer::ranking).reversed().thenComparingLong(Offer::id);

    private final Map<Long, Offer> offers = new TreeMap<>();

    /** The same by queue, the best first: there may be hundreds, each for another one. */
    private final Map<String, NavigableSet<Offer>> byQueue = new HashMap<>();

    private record Offer(Binding binding, Set<String> queues, int ranking, long id) {}

    /** One comes, or its properties change. */
    synchronized void put(CompletionHandler handler, Map<String, ?> properties) {
        long id = id(properties);
        Offer before = take(id);
        Binding binding =
                before != null && before.binding().handler() == handler
                        ? before.binding()
                        : new Binding(handler, identity(handler));
        Set<String> queues = queues(properties.get(CompletionHandler.CQ));
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
        Offer offer = new Offer(binding, queues, ranking, id);
        offers.put(id, offer);
        for (String queue : queues) {
            byQueue.computeIfAbsent(queue, name -> new TreeSet<>(BEST_FIRST)).add(offer);
        }
    }

    /** One goes. */
    synchronized void remove(Map<String, ?> properties) {
        Offer unused = take(id(properties));
    }

    private @Nullable Offer take(long id) {
        Offer gone = offers.remove(id);
        if (gone != null) {
            for (String queue : gone.queues()) {
                byQueue.computeIfPresent(
                        queue,
                        (name, all) -> {
                            all.remove(gone);
                            return all.isEmpty() ? null : all;
                        });
            }
        }
        return gone;
    }

    /** The one with the highest ranking, then the oldest, for a queue of these names. */
    synchronized @Nullable Binding best(Collection<String> names) {
        Offer best = null;
        for (String name : names) {
            NavigableSet<Offer> all = byQueue.get(name);
            if (all != null && (best == null || BEST_FIRST.compare(all.first(), best) < 0)) {
                best = all.first();
            }
        }
        return best == null ? null : best.binding();
    }

    /** Those that name no queue, to be told. */
    synchronized List<String> withoutQueue() {
        List<String> all = new ArrayList<>();
        for (Offer offer : offers.values()) {
            if (offer.queues().isEmpty()) {
                all.add(offer.binding().identity());
            }
        }
        return all;
    }

    /** Those that ask for queues of other names only, to be told. */
    synchronized List<String> without(Set<String> polled) {
        List<String> all = new ArrayList<>();
        for (Offer offer : offers.values()) {
            if (!offer.queues().isEmpty() && Collections.disjoint(offer.queues(), polled)) {
                all.add(
                        offer.binding().identity()
                                + " gets nothing: no loop polls "
                                + String.join(" or ", offer.queues())
                                + ", its rdma.cq");
            }
        }
        return all;
    }

    private static long id(Map<String, ?> properties) {
        return properties.get(Constants.SERVICE_ID) instanceof Long id ? id : 0;
    }

    private static Set<String> queues(@Nullable Object property) {
        Set<String> names = new TreeSet<>();
        if (property instanceof String text) {
            names.addAll(KeyTexts.list(text));
        } else if (property instanceof Object[] array) {
            List.of(array).forEach(name -> names.add(name.toString().strip()));
        } else if (property instanceof Collection<?> collection) {
            collection.forEach(name -> names.add(String.valueOf(name).strip()));
        }
        names.remove("");
        return names;
    }

    private static String identity(CompletionHandler handler) {
        Class<?> type = handler.getClass();
        @Nullable Bundle bundle = FrameworkUtil.getBundle(type);
        return bundle == null
                ? type.getName()
                : type.getName()
                        + " ("
                        + bundle.getSymbolicName()
                        + " "
                        + bundle.getVersion()
                        + ")";
    }
}
