// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import com.sun.jna.NativeLibrary;

/** kill(2). */
final class Signals {
    static final int SIGKILL = 9;
    static final int SIGSTOP = 19;

    private Signals() {}

    static void send(long pid, int signal) {
        Object[] arguments = {(int) pid, signal};
        int result = NativeLibrary.getProcess().getFunction("kill").invokeInt(arguments);
        if (result != 0) {
            throw new AssertionError("kill " + pid + " with " + signal + " fails");
        }
    }

    /** The only process that this one started and that runs. */
    static long onlyChild() {
        return ProcessHandle.current().children().findFirst().orElseThrow().pid();
    }
}
