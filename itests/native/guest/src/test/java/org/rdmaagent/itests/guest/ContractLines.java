// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.itests.contract.ContractCase;
import org.rdmaagent.itests.contract.ContractRig;
import org.rdmaagent.itests.contract.VerbsContract;

/** Runs the cases of the contract, one after the other, and writes a line for each. */
final class ContractLines {
    /** What a case that holds is said to have done. */
    static final String PASSED = "passed";

    /** A case takes at most seconds; the guest has to end in time if one hangs. */
    private static final long SECONDS = 40;

    /** What takes longer gets a line of its own, for whoever wants the guest to be quicker. */
    private static final long SLOW_MILLIS = 2000;

    private ContractLines() {}

    /** The key of a case's line: names may hold the character that ends a key. */
    static String key(ContractCase one) {
        return "contract." + one.name().replace('=', '~');
    }

    static void write(ContractRig rig) throws IOException {
        try (JoinedGroup joined = new JoinedGroup(VerbsContract.IPV4_GROUP, RxeRig.INTERFACE)) {
            GuestMain.say("contractGroup", joined);
            write(rig, RxeRig.cases());
        }
    }

    static void write(ContractRig rig, List<ContractCase> cases) {
        for (ContractCase one : cases) {
            write(one.name(), key(one), () -> one.run(rig));
        }
    }

    /** What a case does. */
    interface Body {
        void run() throws Exception;
    }

    /** Runs one case and writes its line. */
    static void write(String name, String key, Body body) {
        long begin = System.nanoTime();
        GuestMain.say(key, outcome(name, body));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (millis > SLOW_MILLIS) {
            GuestMain.say("slow." + name, millis + " ms");
        }
    }

    private static String outcome(String name, Body body) {
        FutureTask<Void> task =
                new FutureTask<>(
                        () -> {
                            body.run();
                            return null;
                        });
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            task.get(SECONDS, TimeUnit.SECONDS);
            return PASSED;
        } catch (ExecutionException e) {
            return oneLine(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            return hung(thread);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return oneLine(e);
        }
    }

    private static String hung(Thread thread) {
        StringBuilder text = new StringBuilder("does not end; it is at");
        for (StackTraceElement element : thread.getStackTrace()) {
            text.append(' ').append(element);
        }
        thread.interrupt();
        return text.toString();
    }

    /** A failure with the places of ours that it came through. */
    static String oneLine(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString().replaceAll("\\s+", " "));
        for (StackTraceElement element : failure.getStackTrace()) {
            if (element.getClassName().startsWith("org.rdmaagent.")) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                " at %s:%d",
                                element.getFileName(),
                                element.getLineNumber()));
            }
        }
        return text.toString();
    }
}
