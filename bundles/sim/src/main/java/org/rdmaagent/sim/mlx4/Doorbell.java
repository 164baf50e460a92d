// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** The doorbell record that an object has beside its queues; a page holds those of one kind. */
public enum Doorbell {
    /** None. */
    NONE(0),
    /** Of a completion queue. */
    CQ(8),
    /** Of a queue that takes receives. */
    RQ(4);

    private final int bytes;

    Doorbell(int bytes) {
        this.bytes = bytes;
    }

    /** How many objects share a page. */
    int perPage() {
        return (int) (Pages.BYTES / bytes);
    }
}
