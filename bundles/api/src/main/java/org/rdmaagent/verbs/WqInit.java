// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * What a work queue is created with ({@code struct ibv_wq_init_attr}, {@code ibv_create_wq(3)}).
 *
 * @param type its kind
 * @param maxWr outstanding requests
 * @param maxSge segments of a request
 */
public record WqInit(WqType type, int maxWr, int maxSge) {
    /** Checks that nothing is negative; the device's limits are the driver's to check. */
    public WqInit {
        Ranges.check("maxWr", maxWr, Integer.MAX_VALUE);
        Ranges.check("maxSge", maxSge, Integer.MAX_VALUE);
    }
}
