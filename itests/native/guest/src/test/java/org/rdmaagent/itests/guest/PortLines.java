// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.SendTarget;

/** What Soft-RoCE does where a case of the contract of completion ports does not fit it. */
final class PortLines {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private PortLines() {}

    static void write(RdmaCoreVerbs library) {
        try (Talker talker = new Talker(library, RxeRig.DEVICE);
                CompletionPort port = open(library)) {
            SendTarget.Datagram itself = talker.target(library, RxeRig.DEVICE, talker.number());
            GuestMain.say("port.oversize", oversize(talker, itself, port));
            GuestMain.say("port.overrun", overrun(talker, itself, port));
            GuestMain.say("port.damage", port.damage());
        }
    }

    private static CompletionPort open(RdmaCoreVerbs library) {
        PolledQueue queue =
                library.completionPorts().queues().stream()
                        .filter(one -> one.name().equals(Talker.QUEUE))
                        .findFirst()
                        .orElseThrow();
        return library.completionPorts().open(queue, "guest");
    }

    /** How a datagram above the path's MTU ends for its sender. */
    private static String oversize(Talker talker, SendTarget.Datagram to, CompletionPort port) {
        talker.post(to, 4097);
        answer(port);
        CompletionBatch batch = port.batch();
        return batch.next() ? batch.wrId() + ": " + batch.status() : "nothing";
    }

    /**
     * The kernel's driver takes a send as soon as the one before is done, whether somebody has
     * polled its completion or not.
     */
    private static String overrun(Talker talker, SendTarget.Datagram to, CompletionPort port) {
        int entries = talker.queue().cqe();
        int sends = entries + 2;
        for (int i = 0; i < sends; i++) {
            talker.post(to, 8);
        }
        GuestMain.say("port.moreSendsThanPlaces", sends > 2 * talker.places());
        awaitOverrun(talker);
        int kept = 0;
        int found = answer(port);
        while (found > 0) {
            kept += found;
            found = answer(port);
        }
        return (kept == entries ? "all it holds" : kept + " of " + entries) + ", then " + found;
    }

    /** Nobody else reads the events of this context. */
    private static void awaitOverrun(Talker talker) {
        Optional<AsyncNotice> notice = talker.context().awaitAsync(PATIENCE_NANOS);
        while (notice.isPresent() && notice.get().type() != AsyncEventType.CQ_ERR) {
            notice = talker.context().awaitAsync(PATIENCE_NANOS);
        }
        GuestMain.say("port.event", notice.map(AsyncNotice::type).orElse(null));
    }

    /** The first that is not 0. */
    private static int answer(CompletionPort port) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int answer = port.poll(CompletionPort.LARGEST_BATCH);
        while (answer == 0 && System.nanoTime() < end) {
            answer = port.poll(CompletionPort.LARGEST_BATCH);
        }
        return answer;
    }
}
