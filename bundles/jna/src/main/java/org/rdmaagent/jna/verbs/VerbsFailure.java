// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/** What a failed call of libibverbs means, and what to do about it. */
final class VerbsFailure {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EIO = 5;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EMFILE = 24;
    static final int ENOSYS = 38;

    private VerbsFailure() {}

    static RdmaException of(String call, int errno, String subject) {
        return of(call, errno, subject, remedy(errno));
    }

    static RdmaException of(String call, int errno, String subject, String remedy) {
        return new RdmaException(call, Errno.of(errno), subject, remedy);
    }

    private static String remedy(int errno) {
        return switch (errno) {
            case EACCES, EPERM ->
                    "let the agent's user read and write /dev/infiniband/uverbs*: add it to the"
                            + " group that owns these files (ls -l /dev/infiniband), or write a"
                            + " udev rule such as KERNEL==\"uverbs*\", GROUP=\"rdma\","
                            + " MODE=\"0666\"";
            case ENOENT ->
                    "the kernel offers no /dev/infiniband/uverbs* for the device; load the module:"
                            + " modprobe ib_uverbs";
            case ENOMEM ->
                    "the kernel or the limit of locked memory does not allow it; raise the limit"
                            + " (ulimit -l, or LimitMEMLOCK= of the service)";
            case EIO, ENODEV ->
                    "the device is gone or in an error state; look at the kernel's log (dmesg)";
            case EMFILE ->
                    "the process has too many open files; raise the limit (ulimit -n, or"
                            + " LimitNOFILE= of the service)";
            case 0 ->
                    "no reason was given; install the device's user-space driver (Debian: apt-get"
                            + " install ibverbs-providers)";
            default -> "look at the kernel's log (dmesg) and at the device's driver";
        };
    }
}
