// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * The ways to poll that providers offer at one time.
 *
 * @param sources the best first
 */
record PortOffers(List<Source> sources) {
    /**
     * One of them.
     *
     * @param ports the service
     * @param provider whose queues they are; empty if it does not say so
     * @param access what it calls the library with; empty where there is only one
     * @param ranking of the service
     * @param id of the service
     */
    record Source(CompletionPorts ports, String provider, String access, int ranking, long id) {}

    /** The queues that are open now. */
    List<PolledQueue> queues() {
        return sources.isEmpty() ? List.of() : sources.get(0).ports().queues();
    }

    /** What a wish comes down to; none where nobody offers anything. */
    @Nullable PortChoice choice(PortWish wish) {
        if (sources.isEmpty()) {
            return null;
        }
        CompletionPorts best = sources.get(0).ports();
        CompletionPorts asked = wish.access().isEmpty() ? best : named(wish.access());
        String missing = asked == null ? AbsentAccess.ofThisJava(wish.access(), sources) : "";
        return new PortChoice(wish, asked, best, missing);
    }

    private @Nullable CompletionPorts named(String access) {
        for (Source source : sources) {
            if (source.access().equals(access)) {
                return source.ports();
            }
        }
        return null;
    }
}
