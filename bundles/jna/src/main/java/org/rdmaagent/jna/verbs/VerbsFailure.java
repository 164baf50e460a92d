// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/** What a failed call of libibverbs means, and what to do about it. */
public final class VerbsFailure {
    /** The numbers of Linux (errno(3)). */
    public static final int EPERM = 1;

    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EBADF = 9;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int EMFILE = 24;
    public static final int ENOSYS = 38;
    public static final int EOPNOTSUPP = 95;
    public static final int ETIMEDOUT = 110;
    public static final int EHOSTUNREACH = 113;

    private VerbsFailure() {}

    /**
     * The number of a call that answers an errno, a negative errno, or -1 and sets errno: drivers
     * do each of them.
     *
     * @param result of the call; 0 is success
     * @param lastError errno after the call
     * @return positive, or 0 for success
     */
    public static int errno(int result, int lastError) {
        if (result == -1) {
            return lastError == 0 ? EPERM : lastError;
        }
        return Math.abs(result);
    }

    /** Whether the device is gone, so that what was made on it is gone too. */
    public static boolean deviceGone(int errno) {
        return errno == EIO || errno == ENODEV;
    }

    /** With what is to be done about this number wherever it comes from. */
    public static RdmaException of(String call, int errno, String subject) {
        return of(call, errno, subject, remedy(errno));
    }

    /** With what is to be done about it here. */
    public static RdmaException of(String call, int errno, String subject, String remedy) {
        return new RdmaException(call, Errno.of(errno), subject, remedy);
    }

    /** What can be done about a number wherever it comes from, one sentence. */
    public static String remedy(int errno) {
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
            case EBADF -> "it was closed: create it again, or look it up by its name";
            case EBUSY -> "close first what uses it";
            case EOPNOTSUPP, ENOSYS ->
                    "the device's driver does not offer this; use another device, or a newer"
                            + " kernel and rdma-core";
            case EFAULT -> "the memory is not mapped, or not in the way that was asked for";
            case EHOSTUNREACH, ETIMEDOUT ->
                    "the network finds no way to the address: look at the GID, at the routes and"
                            + " at the neighbour table (ip neigh)";
            case EINTR -> "the waiting thread was interrupted";
            case 0 ->
                    "no reason was given; install the device's user-space driver (Debian: apt-get"
                            + " install ibverbs-providers)";
            default -> "look at the kernel's log (dmesg) and at the device's driver";
        };
    }

    /** That there is no such device, and which there are. */
    static RdmaException noSuchDevice(String call, String name, DeviceList list) {
        return of(
                call,
                ENODEV,
                name,
                list.devices().isEmpty()
                        ? "this host has no RDMA device: is the adapter's driver loaded?"
                        : "use one of the devices " + list.devices().keySet());
    }
}
