// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.osgi.framework.Constants;
import org.rdmaagent.dataplane.service.PortOffers.Source;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.CompletionPorts;

/** The ways to poll that providers offer; they come and go. Any thread. */
final class PortSources {
    private static final Comparator<Source> BEST_FIRST =
            Comparator.comparingInt(Source::ranking).reversed().thenComparingLong(Source::id);

    private volatile PortOffers offers = new PortOffers(List.of());

    synchronized void add(CompletionPorts ports, Map<String, ?> properties) {
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
        long id = properties.get(Constants.SERVICE_ID) instanceof Long number ? number : 0;
        String provider = text(properties, ProviderProperties.PROVIDER);
        String access = text(properties, CompletionPorts.ACCESS);
        List<Source> next = new ArrayList<>(offers.sources());
        next.add(new Source(ports, provider, access, ranking, id));
        next.sort(BEST_FIRST);
        offers = new PortOffers(List.copyOf(next));
    }

    private static String text(Map<String, ?> properties, String key) {
        return properties.get(key) instanceof String text ? text : "";
    }

    synchronized void remove(CompletionPorts ports) {
        offers =
                new PortOffers(
                        offers.sources().stream()
                                .filter(source -> source.ports() != ports)
                                .toList());
    }

    /** As they are now. */
    PortOffers offers() {
        return offers;
    }
}
