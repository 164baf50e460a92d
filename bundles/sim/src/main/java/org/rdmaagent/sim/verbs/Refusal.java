// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/** What a call is refused with: the numbers of errno(3) and their usual remedies. */
final class Refusal {
    static final int ENOENT = 2;
    static final int EIO = 5;
    static final int EBADF = 9;
    static final int ENOMEM = 12;
    static final int EBUSY = 16;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EOPNOTSUPP = 95;

    private Refusal() {}

    static RdmaException of(String call, int errno, String subject, String remedy) {
        return new RdmaException(call, Errno.of(errno), subject, remedy);
    }

    static RdmaException invalid(String call, String subject, String remedy) {
        return of(call, EINVAL, subject, remedy);
    }

    static RdmaException unsupported(String call, String subject, String remedy) {
        return of(call, EOPNOTSUPP, subject, remedy);
    }

    static RdmaException closed(String call, String subject) {
        return of(call, EBADF, subject, "it is closed: make a new one");
    }

    static RdmaException gone(String call, String subject, String device) {
        return of(
                call,
                ENODEV,
                subject,
                "the device " + device + " is gone: close everything that was open on it");
    }

    static RdmaException failed(String call, String subject, String device) {
        return of(
                call,
                EIO,
                subject,
                "the device " + device + " failed: close everything on it and open it again");
    }

    static RdmaException tooMany(String call, String subject, String what, long limit) {
        return of(call, ENOMEM, subject, "the device makes " + limit + " " + what + ": close some");
    }

    /** A size between 1 and a limit of the device. */
    static void requireSize(String call, String subject, String what, long asked, long limit) {
        if (asked < 1 || asked > limit) {
            throw invalid(call, subject, what + " lies in 1.." + limit + ", not " + asked);
        }
    }

    /** A size up to a limit of the device. */
    static void requireUpTo(String call, String subject, String what, long asked, long limit) {
        if (asked > limit) {
            throw invalid(call, subject, what + " lies in 0.." + limit + ", not " + asked);
        }
    }
}
