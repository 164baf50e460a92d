// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** What both ends of the cable are told when the interface of one goes down and comes up again. */
final class LinkLines {
    /** The one that the kernel forgets, with its GID, when the link goes down. */
    static final String ADDRESS = "fd77:10::1/64";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private LinkLines() {}

    static void write(VerbsLibrary library) {
        try (VerbsLease lease = library.lease("links")) {
            List<ContextHandle> contexts =
                    List.of(lease.open("rxe0", "near"), lease.open("rxe1", "far"));
            Ip.run("link", "set", RxeRig.INTERFACE, "down");
            say("down", contexts);
            Ip.run("link", "set", RxeRig.INTERFACE, "up");
            say("up", contexts);
            Ip.run("addr", "add", ADDRESS, "dev", RxeRig.INTERFACE, "nodad");
            say("address", contexts.subList(0, 1));
        }
    }

    private static void say(String step, List<ContextHandle> contexts) {
        for (ContextHandle context : contexts) {
            GuestMain.say("link." + step + "." + context.device(), told(context));
        }
    }

    /** All kinds, until nothing more comes: how often, and in which order, is the kernel's. */
    private static Set<String> told(ContextHandle context) {
        Set<String> kinds = new TreeSet<>();
        Optional<AsyncNotice> next = context.awaitAsync(PATIENCE_NANOS);
        while (next.isPresent()) {
            AsyncNotice notice = next.get();
            kinds.add(notice.type() + " of port " + notice.port().orElse(0));
            next = context.awaitAsync(QUIET_NANOS);
        }
        return kinds;
    }
}
