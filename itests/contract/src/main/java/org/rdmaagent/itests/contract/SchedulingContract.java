// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.ThreadScheduling;

/** What every provider of {@link ThreadScheduling} does; each case runs on a thread of its own. */
public final class SchedulingContract {
    private static final Pattern PRIORITY =
            Pattern.compile("(fifo|rr|nice):-?[0-9]+|batch|idle|policy [0-9]+");

    /**
     * Something that holds.
     *
     * @param name says what
     * @param body shows it, or ends with an AssertionError
     */
    public record Case(String name, Body body) {
        /**
         * Runs it on a new thread.
         *
         * @throws AssertionError if it does not hold
         */
        public void run(ThreadScheduling scheduling) throws Exception {
            FutureTask<Boolean> task =
                    new FutureTask<>(
                            () -> {
                                body.run(scheduling);
                                return true;
                            });
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
            try {
                Boolean unused = task.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new AssertionError(name + ": " + e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What a case does. */
    @FunctionalInterface
    public interface Body {
        /** Works on the calling thread. */
        void run(ThreadScheduling scheduling) throws Exception;
    }

    private SchedulingContract() {}

    /** Every case there is. */
    public static List<Case> cases() {
        return List.of(
                new Case("a thread has a number of its own", SchedulingContract::number),
                new Case("a thread runs on the CPUs that it was given", SchedulingContract::cpus),
                new Case("a CPU that is not there", SchedulingContract::noCpu),
                new Case("the priority is told", SchedulingContract::priority),
                new Case("a priority out of range", SchedulingContract::outOfRange),
                new Case("FIFO is granted or refused", SchedulingContract::fifo),
                new Case("a lower priority is granted", SchedulingContract::nice),
                new Case("other threads stay as they are", SchedulingContract::others));
    }

    private static void number(ThreadScheduling scheduling) throws Exception {
        long mine = scheduling.threadId();
        Expect.that(mine > 0, "number: " + mine);
        Expect.equal(mine, scheduling.threadId(), "asked again");
        FutureTask<Long> other = new FutureTask<>(scheduling::threadId);
        new Thread(other, "other").start();
        Expect.that(other.get() != mine, "another thread has another one");
    }

    private static void cpus(ThreadScheduling scheduling) {
        Set<Integer> all = scheduling.cpus();
        Expect.that(!all.isEmpty(), "there is a CPU");
        for (int cpu : all) {
            scheduling.runOn(Set.of(cpu));
            Expect.equal(Set.of(cpu), scheduling.cpus(), "CPUs");
        }
        scheduling.runOn(all);
        Expect.equal(all, scheduling.cpus(), "CPUs in the end");
    }

    private static void noCpu(ThreadScheduling scheduling) {
        Set<Integer> all = scheduling.cpus();
        Expect.refused("EINVAL", () -> scheduling.runOn(Set.of(1023)), "a CPU that is not there");
        Expect.equal(all, scheduling.cpus(), "CPUs");
    }

    private static void priority(ThreadScheduling scheduling) {
        String told = scheduling.priority();
        Expect.that(PRIORITY.matcher(told).matches(), "priority: " + told);
    }

    private static void outOfRange(ThreadScheduling scheduling) {
        String before = scheduling.priority();
        for (int fifo : List.of(0, -1, 100, Integer.MAX_VALUE)) {
            Expect.refused("EINVAL", () -> scheduling.fifo(fifo), "fifo:" + fifo);
        }
        for (int nice : List.of(-21, 20, Integer.MIN_VALUE)) {
            Expect.refused("EINVAL", () -> scheduling.nice(nice), "nice:" + nice);
        }
        Expect.equal(before, scheduling.priority(), "priority");
    }

    private static void fifo(ThreadScheduling scheduling) {
        try {
            scheduling.fifo(1);
        } catch (RdmaException e) {
            Expect.equal("EPERM", e.errno().name(), "refusal");
            Expect.that(e.remedy().contains("CAP_SYS_NICE"), "remedy: " + e.remedy());
            return;
        }
        Expect.equal("fifo:1", scheduling.priority(), "priority");
        scheduling.nice(0);
        Expect.equal("nice:0", scheduling.priority(), "priority afterwards");
    }

    private static void nice(ThreadScheduling scheduling) {
        scheduling.nice(19);
        Expect.equal("nice:19", scheduling.priority(), "priority");
    }

    private static void others(ThreadScheduling scheduling) throws Exception {
        FutureTask<String> before = new FutureTask<>(scheduling::priority);
        Thread first = new Thread(before, "before");
        first.start();
        String told = before.get();
        FutureTask<Boolean> change =
                new FutureTask<>(
                        () -> {
                            scheduling.nice(19);
                            return true;
                        });
        new Thread(change, "change").start();
        Boolean unused = change.get();
        Expect.equal(told, scheduling.priority(), "priority of this one");
    }
}
