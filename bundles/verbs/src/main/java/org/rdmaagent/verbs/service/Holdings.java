// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.object.Session;

/** What a session holds, over all its contexts. */
final class Holdings {
    private Holdings() {}

    /** By device and number. */
    static List<QueuePair> queuePairs(Session session) {
        return session.contexts().stream()
                .flatMap(context -> context.objects().stream())
                .filter(QueuePair.class::isInstance)
                .map(QueuePair.class::cast)
                .sorted(Comparator.comparing(QueuePair::device).thenComparing(QueuePair::number))
                .toList();
    }

    /** Of one device; what the kernel counts is known while a context is open on it. */
    static ResourceCounts resources(Session session, String device) {
        Map<ObjectKind, Integer> held = new EnumMap<>(ObjectKind.class);
        Map<ObjectKind, Integer> kernel = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            held.put(kind, 0);
        }
        int contexts = 0;
        for (ContextHandle context : session.handles()) {
            if (context.device().equals(device)) {
                ResourceCounts counts = context.resources();
                counts.held().forEach((kind, count) -> held.merge(kind, count, Integer::sum));
                kernel.putAll(counts.kernel());
                contexts++;
            }
        }
        // Whether a context counts itself is the provider's choice.
        held.put(ObjectKind.CONTEXT, contexts);
        return new ResourceCounts(held, kernel);
    }
}
