// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What a port says of a batch beside the cursor. */
final class PortFailureCases {
    private static final int GOOD = 3;

    private PortFailureCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("port: no failures", PortFailureCases::none),
                ContractCase.of("port: failures beside the cursor", PortFailureCases::mixed),
                ContractCase.of("port: failures of a rest", PortFailureCases::rest));
    }

    private static void none(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        for (int i = 0; i < GOOD; i++) {
            Rings.say(bench, pair[0], pair[1], i, 16);
        }
        try (Polling polling = Polling.of(bench, pair[1])) {
            Expect.equal(0, polling.port().failures(), "failures before the first poll");
            Expect.equal(GOOD, polling.await(CompletionPort.LARGEST_BATCH), "completions");
            Expect.equal(0, polling.port().failures(), "failures");
            for (int i = 0; i < GOOD; i++) {
                Expect.equal(
                        WorkCompletionStatus.SUCCESS, polling.port().statusOf(i), "status " + i);
            }
        }
    }

    /** Some that arrive, one that is too long, and the rest of the ring, which is flushed. */
    private static Polling trouble(Workbench bench) {
        Endpoint[] pair = Rings.pair(bench, QpType.RC);
        for (int i = 0; i < GOOD; i++) {
            Rings.say(bench, pair[0], pair[1], i, 16);
        }
        pair[0].send(1, pair[0].out(0, Rings.ROOM + 1));
        // When its sender knows, the receiver's queue has it.
        Expect.that(!bench.await(pair[0].sends()).succeeded(), "the send failed");
        return Polling.of(bench, pair[1]);
    }

    private static List<WorkCompletionStatus> beside(Polling polling, int found) {
        List<WorkCompletionStatus> all = new ArrayList<>();
        for (int i = 0; i < found; i++) {
            all.add(polling.port().statusOf(i));
        }
        long failed = all.stream().filter(one -> one != WorkCompletionStatus.SUCCESS).count();
        Expect.equal((int) failed, polling.port().failures(), "failures of " + all);
        return all;
    }

    private static void mixed(Workbench bench) {
        List<WorkCompletionStatus> all = new ArrayList<>();
        try (Polling polling = trouble(bench)) {
            while (all.size() < Rings.BUFFERS) {
                int found = polling.await(CompletionPort.LARGEST_BATCH);
                List<WorkCompletionStatus> told = beside(polling, found);
                Expect.that(
                        !all.isEmpty() || polling.port().failures() > 0,
                        "the first batch has good ones and a failure: " + told);
                all.addAll(told);
                for (WorkCompletionStatus status : told) {
                    Expect.that(polling.batch().next(), "the cursor has as many");
                    Expect.equal(status, polling.batch().status(), "status at the cursor");
                }
                Expect.that(!polling.batch().next(), "and no more");
                Expect.equal(told, beside(polling, found), "told again");
            }
            Expect.equal(0, polling.port().poll(CompletionPort.LARGEST_BATCH), "further ones");
            Expect.equal(0, polling.port().failures(), "failures of an empty poll");
        }
        for (int i = 0; i < Rings.BUFFERS; i++) {
            boolean good = all.get(i) == WorkCompletionStatus.SUCCESS;
            Expect.equal(i < GOOD, good, "success of " + i + ": " + all);
        }
        Expect.equal(WorkCompletionStatus.WR_FLUSH_ERR, all.get(Rings.BUFFERS - 1), "the last");
    }

    /** A handler that fails leaves a rest behind. */
    private static void rest(Workbench bench) {
        try (Polling polling = trouble(bench)) {
            int found = polling.await(CompletionPort.LARGEST_BATCH);
            List<WorkCompletionStatus> told = beside(polling, found);
            Expect.that(found > GOOD, "completions: " + found);
            for (int i = 0; i < found; i++) {
                Expect.that(polling.batch().next(), "there is one more");
                polling.port().abandonCurrent();
                Expect.equal(found - i - 1, polling.port().remaining(), "what remains");
                int unused = polling.port().attend();
                Expect.equal(told, beside(polling, found), "told after " + i);
            }
        }
    }
}
