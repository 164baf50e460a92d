// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.PortCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.SelfTestResult;
import org.rdmaagent.verbs.VerbsService;
import org.rdmaagent.verbs.object.Session;

/** The objects of the verbs bundle over a simulated library, without its threads. */
public final class SessionVerbs implements VerbsService {
    private final Session session;

    /** Takes the lease up. */
    public SessionVerbs(VerbsLibrary library) {
        session = new Session(library.lease("verbs"));
    }

    /** The bundle is replaced: what it gave out answers EBADF. */
    void end() {
        session.end();
    }

    @Override
    public DeviceContext open(String device, String name) {
        return session.open(device, name);
    }

    @Override
    public List<DeviceContext> contexts() {
        return session.contexts();
    }

    @Override
    public List<QueuePair> queuePairs() {
        return contexts().stream()
                .flatMap(context -> context.objects().stream())
                .filter(QueuePair.class::isInstance)
                .map(QueuePair.class::cast)
                .toList();
    }

    /** What nobody has opened again. */
    List<DeviceContext> unclaimed() {
        return session.unclaimed();
    }

    @Override
    public Optional<QueuePair> queuePair(String device, QpNumber number) {
        return queuePairs().stream()
                .filter(pair -> pair.device().equals(device) && pair.number().equals(number))
                .findFirst();
    }

    @Override
    public ResourceCounts resources(String device) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PortCapabilities capabilities(PortId port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SelfTestResult selfTest(PortId port, int messages, int bytes) {
        throw new UnsupportedOperationException();
    }
}
