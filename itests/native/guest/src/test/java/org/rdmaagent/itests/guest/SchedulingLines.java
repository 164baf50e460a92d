// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import org.rdmaagent.dataplane.placement.MemoryLock;
import org.rdmaagent.itests.contract.SchedulingContract;
import org.rdmaagent.spi.ThreadScheduling;

/** The contract of thread scheduling, and whether memory may be locked. */
final class SchedulingLines {
    private SchedulingLines() {}

    /** The key of a case's line. */
    static String key(SchedulingContract.Case one) {
        return "scheduling." + one.name();
    }

    static void write(ThreadScheduling scheduling) {
        for (SchedulingContract.Case one : SchedulingContract.cases()) {
            GuestMain.say(key(one), outcome(one, scheduling));
        }
        MemoryLock lock = new MemoryLock();
        lock.by(scheduling);
        lock.want(true);
        GuestMain.say("memoryLock", lock.text());
        lock.want(false);
        GuestMain.say("memoryLockAfterwards", lock.text());
    }

    private static String outcome(SchedulingContract.Case one, ThreadScheduling scheduling) {
        try {
            one.run(scheduling);
            return ContractLines.PASSED;
        } catch (Exception | AssertionError e) {
            return ContractLines.oneLine(e);
        }
    }
}
