// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsService;

/**
 * A queue pair made for a membership, on a context {@code multicast/NAME} of its own, so that its
 * end takes everything along.
 */
final class MadePair extends GroupPair {
    private final String name;
    private final String context;

    MadePair(VerbsAccess verbs, JoinRequest request) {
        super(verbs, request);
        this.name = request.name().orElseThrow();
        this.context = PairContexts.nameOf(name);
    }

    @Override
    public boolean isMade() {
        return true;
    }

    @Override
    public PairFacts prepare(CmBinding binding) {
        return verbs().with(
                        service -> {
                            QueuePair pair =
                                    living(service, binding)
                                            .orElseGet(() -> make(service, binding));
                            return facts(pair);
                        });
    }

    @Override
    public boolean isUseless(CmBinding binding) {
        return verbs().with(
                        service ->
                                PairContexts.find(service, context)
                                        .filter(present -> lives(present, binding).isEmpty())
                                        .isPresent());
    }

    private Optional<QueuePair> living(VerbsService service, CmBinding binding) {
        Optional<QueuePair> pair =
                PairContexts.find(service, context).flatMap(present -> lives(present, binding));
        if (pair.isPresent()) {
            // To open it is to claim it after a replacement of the verbs.
            DeviceContext unused = service.open(binding.port().device(), context);
        }
        return pair.map(MadePair::detached);
    }

    private Optional<QueuePair> lives(DeviceContext present, CmBinding binding) {
        if (!present.device().equals(binding.port().device())) {
            return Optional.empty();
        }
        try {
            return present.find(QueuePair.class, name)
                    .filter(pair -> pair.state() == QpState.RTS)
                    .filter(pair -> PairMaker.isOn(pair, binding.port().port()))
                    .filter(pair -> PairMaker.isAsAsked(pair, request()));
        } catch (RdmaException e) {
            if (VerbsAccess.isAway(e)) {
                throw e;
            }
            // The device was reset or is gone: nothing on the context can be used any more.
            return Optional.empty();
        }
    }

    /** What an earlier membership of this name may have left on it. */
    private static QueuePair detached(QueuePair pair) {
        pair.attachments().forEach(group -> pair.detachMulticast(group.mgid(), group.mlid()));
        return pair;
    }

    private QueuePair make(VerbsService service, CmBinding binding) {
        new Feasibility(verbs()).check(request(), binding.port());
        int pkeyIndex = verbs().pkeyIndex(binding.port(), binding.pkey());
        DeviceContext made = service.open(binding.port().device(), context);
        try {
            return new PairMaker(made, request(), binding.port().port(), pkeyIndex).make();
        } catch (RuntimeException e) {
            PairContexts.closeQuietly(made);
            throw e;
        }
    }

    @Override
    QueuePair find(String device) {
        return verbs().with(service -> find(service, device));
    }

    private QueuePair find(VerbsService service, String device) {
        return PairContexts.find(service, context)
                .filter(present -> present.device().equals(device))
                .flatMap(present -> present.find(QueuePair.class, name))
                .orElseThrow(
                        () ->
                                absent(
                                        device,
                                        "the queue pair of " + name + " is gone: make it anew"));
    }

    @Override
    public PairFacts facts(String device) {
        return verbs().with(
                        service -> {
                            PairFacts facts = facts(find(service, device));
                            DeviceContext unused = service.open(device, context);
                            return facts;
                        });
    }

    private PairFacts facts(QueuePair pair) {
        return new PairFacts(
                pair.number(),
                context + ":" + name,
                PairFacts.loopback(
                        pair,
                        request().loopback(),
                        "asked to keep own copies away; the driver of "
                                + pair.device()
                                + " cannot (EOPNOTSUPP): they arrive"),
                true);
    }

    @Override
    public void end() {
        PairContexts.close(verbs(), name);
    }
}
