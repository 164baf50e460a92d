// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.rdmaagent.spi.completion.CompletionPorts;

/** The ways to poll that providers offer; the one with the highest ranking is taken. */
final class PortSources {
    private record Source(CompletionPorts ports, int ranking, long id) {}

    private static final Comparator<Source> BEST_FIRST =
            Comparator.comparingInt(Source::ranking).reversed().thenComparingLong(Source::id);

    private final List<Source> sources = new ArrayList<>();

    synchronized void add(CompletionPorts ports, Map<String, ?> properties) {
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
        long id = properties.get(Constants.SERVICE_ID) instanceof Long number ? number : 0;
        sources.add(new Source(ports, ranking, id));
        sources.sort(BEST_FIRST);
    }

    synchronized void remove(CompletionPorts ports) {
        sources.removeIf(source -> source.ports() == ports);
    }

    synchronized @Nullable CompletionPorts best() {
        return sources.isEmpty() ? null : sources.get(0).ports();
    }
}
