// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/** What a call is refused with: the numbers of errno(3). */
final class CmRefusal {
    static final int EBADF = 9;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EOPNOTSUPP = 95;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETUNREACH = 101;
    static final int ENETRESET = 102;
    static final int ETIMEDOUT = 110;

    /** Only the kernel has it; rdma_cm lets it out. */
    static final int ENOTSUPP = 524;

    private CmRefusal() {}

    static RdmaException of(String call, int errno, String subject, String remedy) {
        return new RdmaException(call, Errno.of(errno), subject, remedy);
    }
}
