// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.Map;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.MessageCounter;
import org.rdmaagent.multicast.MembershipListener;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;

/**
 * Does what the component runtime does. There is no Configuration Admin: whoever wants queues to be
 * polled and counted names them in a loop.
 */
public final class MulticastWithoutContainer implements AutoCloseable {
    private final ProvidedMulticast multicast = new ProvidedMulticast();
    private long counters;

    /** Over these services; changes go to the listener. */
    public MulticastWithoutContainer(
            CmLibrary manager,
            VerbsService verbs,
            DeviceService devices,
            MembershipListener listener) {
        multicast.bindListener(listener);
        multicast.bindDevices(devices);
        multicast.bindVerbs(verbs);
        multicast.bindManager(manager);
    }

    /** A counter of this queue comes. */
    public void counter(MessageCounter counter, String cq) {
        counters++;
        multicast.bindCounter(counter, Map.of("service.id", counters, CompletionHandler.CQ, cq));
    }

    /** The service. */
    public MulticastService service() {
        return multicast;
    }

    @Override
    public void close() {
        multicast.stop();
    }
}
