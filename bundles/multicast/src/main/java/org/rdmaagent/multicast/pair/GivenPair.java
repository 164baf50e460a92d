// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.List;
import java.util.Set;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.request.Echo;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsService;

/** A queue pair of the caller, by its name or its number. */
final class GivenPair extends GroupPair {
    private String wanted;
    private String found = "";

    GivenPair(VerbsAccess verbs, JoinRequest request) {
        super(verbs, request);
        this.wanted = request.queuePair().orElseThrow();
    }

    @Override
    public boolean isMade() {
        return false;
    }

    @Override
    public PairFacts prepare(CmBinding binding) {
        PortId port = binding.port();
        new Feasibility(verbs()).check(request(), port);
        verbs().run(service -> checkPort(find(service, port.device()), port));
        return facts(port.device());
    }

    /** One of another port would be attached, and receive nothing. */
    private static void checkPort(QueuePair pair, PortId port) {
        QpAttributes now = pair.query(Set.of(QpAttribute.STATE, QpAttribute.PORT));
        // In RESET it has no port yet; that state is refused later on.
        if (now.qpState() != QpState.RESET && now.portNum() != port.port()) {
            throw new RdmaException(
                    LOOKUP,
                    Errno.of(22),
                    pair.name(),
                    "it is bound to port "
                            + pair.device()
                            + "/"
                            + now.portNum()
                            + ", and the group is joined by "
                            + port
                            + ": join by the port of the pair, or take another queue pair");
        }
    }

    @Override
    public PairFacts facts(String device) {
        return verbs().with(
                        service -> {
                            QueuePair pair = find(service, device);
                            return new PairFacts(
                                    pair.number(),
                                    queue(service, pair),
                                    PairFacts.loopback(
                                            pair,
                                            request().loopback(),
                                            "asked to keep own copies away, which is decided when"
                                                    + " a queue pair is made: they arrive"),
                                    pair.receiveRing().isPresent()
                                            || pair.sharedReceiveQueue().isPresent());
                        });
    }

    @Override
    QueuePair find(String device) {
        return verbs().with(service -> find(service, device));
    }

    private QueuePair find(VerbsService service, String device) {
        List<QueuePair> meant =
                service.queuePairs().stream()
                        .filter(pair -> pair.device().equals(device))
                        .filter(this::isMeant)
                        .toList();
        if (meant.isEmpty()) {
            throw absent(
                    device,
                    "there is no queue pair "
                            + Echo.of(wanted)
                            + " on this device: make it, or leave queuePair out to have one made");
        }
        if (meant.size() > 1) {
            throw new RdmaException(
                    LOOKUP,
                    Errno.of(22),
                    device,
                    "several queue pairs have the name "
                            + Echo.of(wanted)
                            + ": give the number of one of "
                            + meant.stream().map(QueuePair::number).toList());
        }
        found = meant.get(0).name();
        return datagram(meant.get(0));
    }

    private boolean isMeant(QueuePair pair) {
        return pair.name().equals(wanted) || pair.number().toString().equals(wanted);
    }

    private static QueuePair datagram(QueuePair pair) {
        if (pair.init().type() != QpType.UD) {
            throw new RdmaException(
                    LOOKUP,
                    Errno.of(22),
                    pair.name(),
                    "only a datagram queue pair (UD) takes part in multicast, and this is "
                            + pair.init().type());
        }
        return pair;
    }

    private static String queue(VerbsService service, QueuePair pair) {
        String queue = pair.receiveQueue().map(CompletionQueue::name).orElse("");
        for (DeviceContext context : service.contexts()) {
            if (context.objects().contains(pair)) {
                return context.name() + ":" + queue;
            }
        }
        return queue;
    }

    /** One that was asked for by its number is known by its name from then on. */
    @Override
    public void replaced() {
        if (!found.isEmpty()) {
            wanted = found;
        }
    }

    /** It is not ours. */
    @Override
    public void end() {}
}
