// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Map;

/**
 * An error number of Linux and its name (errno(3)).
 *
 * @param number the positive number; 0 where the call gave none
 * @param name such as {@code ENOMEM}; {@code errno 600} where there is no name for it
 */
public record Errno(int number, String name) {
    /** The call failed and left no number. */
    public static final Errno NONE = new Errno(0, "no errno");

    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(1, "EPERM"),
                    Map.entry(2, "ENOENT"),
                    Map.entry(4, "EINTR"),
                    Map.entry(5, "EIO"),
                    Map.entry(6, "ENXIO"),
                    Map.entry(9, "EBADF"),
                    Map.entry(11, "EAGAIN"),
                    Map.entry(12, "ENOMEM"),
                    Map.entry(13, "EACCES"),
                    Map.entry(14, "EFAULT"),
                    Map.entry(16, "EBUSY"),
                    Map.entry(17, "EEXIST"),
                    Map.entry(19, "ENODEV"),
                    Map.entry(22, "EINVAL"),
                    Map.entry(24, "EMFILE"),
                    Map.entry(28, "ENOSPC"),
                    Map.entry(32, "EPIPE"),
                    Map.entry(38, "ENOSYS"),
                    Map.entry(61, "ENODATA"),
                    Map.entry(71, "EPROTO"),
                    Map.entry(93, "EPROTONOSUPPORT"),
                    Map.entry(95, "EOPNOTSUPP"),
                    Map.entry(98, "EADDRINUSE"),
                    Map.entry(99, "EADDRNOTAVAIL"),
                    Map.entry(100, "ENETDOWN"),
                    Map.entry(101, "ENETUNREACH"),
                    Map.entry(102, "ENETRESET"),
                    Map.entry(107, "ENOTCONN"),
                    Map.entry(110, "ETIMEDOUT"),
                    Map.entry(111, "ECONNREFUSED"),
                    Map.entry(113, "EHOSTUNREACH"),
                    Map.entry(116, "ESTALE"),
                    Map.entry(125, "ECANCELED"),
                    // Only the kernel has it (include/linux/errno.h), and lets it out of some
                    // calls.
                    Map.entry(524, "ENOTSUPP"));

    /** The value for a number; a negative one, as the kernel returns it, counts as positive. */
    public static Errno of(int number) {
        int positive = Math.abs(number);
        if (positive == 0) {
            return NONE;
        }
        return new Errno(positive, NAMES.getOrDefault(positive, "errno " + positive));
    }
}
