// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What devices tell by themselves. */
final class EventCases {
    private EventCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("nothing happened: nothing is told", EventCases::nothing),
                ContractCase.of("closing a context ends the wait", EventCases::closed),
                ContractCase.of(
                        "a port goes down and comes back", Trait.PORT_SWITCH, EventCases::port),
                ContractCase.of(
                        "every context is told", Trait.PORT_SWITCH, EventCases::everyContext),
                ContractCase.of(
                        "nothing passes a port that is down",
                        Trait.PORT_SWITCH,
                        EventCases::noTraffic));
    }

    private static void nothing(Workbench bench) {
        Expect.equal(Optional.empty(), bench.context().awaitAsync(0), "events");
        Expect.equal(Optional.empty(), bench.context().awaitAsync(1_000_000), "events");
    }

    private static void closed(Workbench bench)
            throws ExecutionException, InterruptedException, TimeoutException {
        ContextHandle other = bench.lease().open(bench.rig().device(), "other");
        ExecutorService waiter = Executors.newSingleThreadExecutor();
        try {
            Future<String> end =
                    waiter.submit(
                            () -> {
                                try {
                                    long nanos = TimeUnit.SECONDS.toNanos(60);
                                    return other.awaitAsync(nanos).isEmpty() ? "ended" : "event";
                                } catch (RdmaException e) {
                                    // It had been closed before the wait began.
                                    return "EBADF".equals(e.errno().name())
                                            ? "ended"
                                            : e.getMessage();
                                }
                            });
            other.close();
            Expect.equal("ended", end.get(20, TimeUnit.SECONDS), "how the wait ended");
        } finally {
            waiter.shutdownNow();
        }
    }

    private static void port(Workbench bench) {
        Expect.equal(PortState.ACTIVE, bench.port().attributes().state(), "state before");
        bench.rig().portDown();
        try {
            AsyncNotice down = bench.awaitEvent(AsyncEventType.PORT_ERR);
            Expect.equal(bench.rig().port(), down.port().orElse(0), "port that went down");
            Expect.equal(AsyncEventType.PORT_ERR.code(), down.code(), "number of the event");
            Expect.that(
                    bench.port().attributes().state() != PortState.ACTIVE, "it is not active now");
        } finally {
            bench.rig().portUp();
        }
        AsyncNotice up = bench.awaitEvent(AsyncEventType.PORT_ACTIVE);
        Expect.equal(bench.rig().port(), up.port().orElse(0), "port that came up");
        Expect.equal(PortState.ACTIVE, bench.port().attributes().state(), "state in the end");
    }

    private static void everyContext(Workbench bench) {
        ContextHandle other = bench.lease().open(bench.rig().device(), "other");
        bench.rig().portDown();
        bench.rig().portUp();
        bench.awaitEvent(AsyncEventType.PORT_ERR);
        bench.awaitEvent(AsyncEventType.PORT_ACTIVE);
        Optional<AsyncNotice> told = other.awaitAsync(TimeUnit.SECONDS.toNanos(10));
        Expect.that(told.isPresent(), "the other context is told");
    }

    private static void noTraffic(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].receive(1, pair[1].in(0, 8));
        bench.rig().portDown();
        try {
            bench.awaitEvent(AsyncEventType.PORT_ERR);
            pair[0].send(2, pair[0].out(0, 8));
            // rdma_rxe cannot even hand its packet over.
            WorkCompletion done = bench.await(pair[0].sends());
            Expect.that(
                    Set.of(WorkCompletionStatus.RETRY_EXC_ERR, WorkCompletionStatus.LOC_QP_OP_ERR)
                            .contains(done.status()),
                    "status of " + done);
            Expect.equal(List.of(), pair[1].receives().poll(1), "what was received");
        } finally {
            bench.rig().portUp();
        }
        bench.awaitEvent(AsyncEventType.PORT_ACTIVE);
    }
}
