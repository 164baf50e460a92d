// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
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
final class SessionVerbs implements VerbsService {
    final List<String> reopened = new ArrayList<>();
    Runnable afterReopening = () -> {};

    /** What becomes of a context that is given out. */
    UnaryOperator<DeviceContext> givenOut = context -> context;

    private final Session session;

    /** Takes the lease up. */
    SessionVerbs(VerbsLibrary library) {
        session = new Session(library.lease("verbs"));
    }

    /** The bundle is replaced: what it gave out answers EBADF. */
    void end() {
        session.end();
    }

    /** What nobody has opened again. */
    List<String> unclaimed() {
        return session.unclaimed().stream().map(DeviceContext::name).toList();
    }

    @Override
    public DeviceContext open(String device, String name) {
        return givenOut.apply(session.open(device, name));
    }

    @Override
    public List<DeviceContext> contexts() {
        return session.contexts();
    }

    /** Only empty contexts are closed: what the agent makes anew is not here. */
    @Override
    public void reopen(String device, String context) {
        DeviceContext open =
                contexts().stream()
                        .filter(each -> each.name().equals(context))
                        .findFirst()
                        .orElseThrow();
        if (!open.objects().isEmpty()) {
            throw new RdmaException(
                    "ibv_close_device", Errno.of(16), context, "somebody holds objects");
        }
        open.close();
        reopened.add(device + " " + context);
        afterReopening.run();
    }

    @Override
    public List<QueuePair> queuePairs() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<QueuePair> queuePair(String device, QpNumber number) {
        throw new UnsupportedOperationException();
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
