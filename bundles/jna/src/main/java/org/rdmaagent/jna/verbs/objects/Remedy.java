// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.verbs.DeviceAttributes;

/** What can be done where making or changing an object failed; with the figures of this host. */
final class Remedy {
    /** Follows what keeps a completion queue from being polled in a certain way. */
    static final String OTHER_WAY = ": poll it another way (port = auto in the file of the loop)";

    private static final long UNLIMITED = -1;
    private static final long KIB = 1024;

    private Remedy() {}

    static String of(int errno) {
        return errno == VerbsFailure.ENOMEM ? memory(lockedLimit()) : VerbsFailure.remedy(errno);
    }

    /** The same, but for EINVAL what the arguments must be like. */
    static String of(int errno, String arguments) {
        return errno == VerbsFailure.EINVAL ? arguments : of(errno);
    }

    /**
     * @param limit RLIMIT_MEMLOCK, bytes; -1 for no limit
     */
    static String memory(long limit) {
        if (limit == UNLIMITED) {
            return "the limit of locked memory is not the reason (it is unlimited): the device or"
                    + " the kernel has no room left; give back what is not needed, or ask for less";
        }
        return "the limit of locked memory is "
                + limit / KIB
                + " KiB for this process; raise it (ulimit -l, or LimitMEMLOCK= of the service),"
                + " or ask for less";
    }

    /** RLIMIT_MEMLOCK now, bytes; -1 for no limit. */
    static long lockedLimit() {
        try (CStruct limits = CStruct.allocate(SystemCalls.RLIMIT_BYTES)) {
            int result = SystemCalls.getrlimit(SystemCalls.RLIMIT_MEMLOCK, limits.pointer());
            return result == 0 ? limits.pointer().getLong(0) : UNLIMITED;
        }
    }

    static String completionQueue(DeviceAttributes limits, int vectors) {
        return "a completion queue of this device has 1 to "
                + limits.maxCqe()
                + " entries and a vector below "
                + vectors;
    }

    static String queuePair(DeviceAttributes limits) {
        return "a queue pair of this device has at most "
                + limits.maxQpWr()
                + " requests of "
                + limits.maxSge()
                + " segments in a queue, and a type that the driver knows";
    }

    static String sharedReceiveQueue(DeviceAttributes limits) {
        return "a shared receive queue of this device has 1 to "
                + limits.maxSrqWr()
                + " requests of at most "
                + limits.maxSrqSge()
                + " segments";
    }

    static String changedReceiveQueue(DeviceAttributes limits) {
        return sharedReceiveQueue(limits)
                + "; its limit is not above its size, and many drivers do not resize it";
    }

    private static String workQueue(DeviceAttributes limits) {
        return "a work queue of this device has 1 to "
                + limits.maxQpWr()
                + " requests of at most "
                + limits.maxSge()
                + " segments";
    }

    /**
     * Where a work queue could not be made. EINVAL and EOPNOTSUPP are also what a range is answered
     * with.
     *
     * @param pending LOG_WQS_RANGE_SZ that it carried; 0 for none
     */
    static String workQueue(int errno, int pending, DeviceAttributes limits) {
        String usual = of(errno, workQueue(limits));
        boolean range = errno == VerbsFailure.EINVAL || errno == VerbsFailure.EOPNOTSUPP;
        if (pending == 0 || !range) {
            return usual;
        }
        return "a range of 2^"
                + pending
                + " is pending while the last one is not full, or the device has no such range:"
                + " set LOG_WQS_RANGE_SZ to 0; if that is not it, "
                + usual;
    }

    static String workQueueState() {
        return "a work queue goes from RESET to RDY, and from each state to RESET and ERR";
    }

    static String access() {
        return "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE, and the device must know the"
                + " flags";
    }

    static String addressHandle() {
        return "the port and the row of its GID table must exist, and a RoCE port needs a global"
                + " route";
    }
}
