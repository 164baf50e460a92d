// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.Locale;

/** What memory is asked for. */
public enum Purpose {
    /** A completion queue. */
    CQ,
    /** A queue pair. */
    QP,
    /** A shared receive queue. */
    SRQ,
    /** A work queue. */
    WQ,
    /** A completion queue of another size. */
    RESIZE,
    /** A page of doorbell records. */
    DOORBELL;

    /** As statistics name it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
