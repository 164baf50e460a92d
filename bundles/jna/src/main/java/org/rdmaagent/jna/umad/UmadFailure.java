// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;

/** What a failed call of libibumad means, and what to do about it. */
final class UmadFailure {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EIO = 5;
    static final int ENXIO = 6;
    static final int EBADF = 9;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EMFILE = 24;
    static final int ENOSPC = 28;
    static final int EPIPE = 32;
    static final int EPROTONOSUPPORT = 93;
    static final int EOPNOTSUPP = 95;
    static final int ENOTCONN = 107;
    static final int ECONNREFUSED = 111;

    private UmadFailure() {}

    /**
     * The number that tells most: libibumad answers EIO or EPERM for whatever the system call said,
     * and leaves errno as the system call set it.
     *
     * @param result negative, as the call returned it
     * @param lastError errno after the call; may be a leftover of an earlier one
     */
    static int errno(int result, int lastError) {
        int returned = Math.abs(result);
        boolean vague = returned == EIO || returned == EPERM;
        return vague && lastError > 0 ? lastError : returned;
    }

    static RdmaException of(String call, int errno, PortId port) {
        return new RdmaException(call, Errno.of(errno), port.toString(), remedy(call, errno));
    }

    private static String remedy(String call, int errno) {
        return switch (errno) {
            case EACCES, EPERM ->
                    "let the agent's user open /dev/infiniband/umad*: add it to the group that owns"
                            + " these files (ls -l /dev/infiniband), or write a udev rule such as"
                            + " KERNEL==\"umad*\", GROUP=\"rdma\", MODE=\"0660\"; then restart the"
                            + " agent";
            case ENODEV, ENXIO ->
                    "the device is gone or its driver is being reloaded; ask again when it is back";
            case EBADF -> "the session is closed; open the port again";
            case EPROTONOSUPPORT ->
                    "the port does not take this management class: an Ethernet port has no QP0; use"
                            + " an InfiniBand port";
            case EBUSY -> "another program holds the port alone; stop it or wait";
            case EMFILE ->
                    "the process has too many open files; raise the limit (ulimit -n, or"
                            + " LimitNOFILE= of the service)";
            case EPIPE, ENOTCONN, ECONNREFUSED ->
                    "the simulator behind the port is gone; start it and restart the agent";
            case EINTR -> "the thread was interrupted";
            case EINVAL, ENOENT, EOPNOTSUPP ->
                    call.equals("umad_open_port")
                            ? "the kernel offers no /dev/infiniband/umad* for the port; load the"
                                    + " module: modprobe ib_umad"
                            : "the driver refused it; look at the kernel's log (dmesg)";
            default -> "look at the kernel's log (dmesg) and at the device's driver";
        };
    }
}
