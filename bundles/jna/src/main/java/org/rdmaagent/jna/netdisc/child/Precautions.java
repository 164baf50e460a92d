// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Memory;
import java.io.IOException;
import java.io.InputStream;

/** What the process of a scan does before it lets the library in. */
final class Precautions {
    private static final int ORPHANED = 3;

    private Precautions() {}

    /**
     * Leaves standard output to the library, whose lines go where its errors go, one by one.
     *
     * @return the file that was the standard output
     */
    static int setResultAside() throws IOException {
        int result = Libc.dup(Libc.STDOUT);
        if (result < 0 || Libc.dup2(Libc.STDERR, Libc.STDOUT) < 0) {
            throw new IOException("the standard output cannot be set aside");
        }
        Libc.setvbuf(Libc.stdout(), null, Libc.IOLBF, 0);
        return result;
    }

    /**
     * No core, however it ends: the limit holds for files; a core that the kernel pipes to a
     * program ignores a limit of 0 (core(5)) but not that the process is not dumpable.
     */
    static void writeNoCore() {
        try (Memory limits = new Memory(16)) { // struct rlimit: both 0
            limits.clear();
            Libc.setrlimit(Libc.RLIMIT_CORE, limits);
        }
        Libc.prctl(Libc.PR_SET_DUMPABLE, 0, 0, 0, 0);
    }

    /**
     * Ends with the thread that started it, even while it is stopped (prctl(2), PR_SET_PDEATHSIG:
     * the "parent" is the thread, which the agent keeps until this process has ended); and at the
     * end of the standard input, should the one have missed the other's end.
     */
    static void endWithParent(long parent, InputStream input) {
        Libc.prctl(Libc.PR_SET_PDEATHSIG, Libc.SIGKILL, 0, 0, 0);
        if (Libc.getppid() != parent) {
            Libc._exit(ORPHANED);
        }
        Thread watch = new Thread(() -> awaitEnd(input), "orphan-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEnd(InputStream input) {
        try {
            while (input.read() >= 0) {
                // Nothing more is said.
            }
        } catch (IOException e) {
            // As good as an end.
        }
        Libc._exit(ORPHANED);
    }
}
