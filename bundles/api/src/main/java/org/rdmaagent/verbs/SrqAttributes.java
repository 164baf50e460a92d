// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * A shared receive queue's sizes ({@code struct ibv_srq_attr}, {@code ibv_create_srq(3)}, {@code
 * ibv_query_srq(3)}).
 *
 * @param maxWr outstanding requests
 * @param maxSge segments of a request
 * @param limit an event comes once when fewer requests than this are posted; 0 means disarmed;
 *     ignored at creation
 */
public record SrqAttributes(int maxWr, int maxSge, int limit) {
    /** Checks that nothing is negative; the device's limits are the driver's to check. */
    public SrqAttributes {
        Ranges.check("maxWr", maxWr, Integer.MAX_VALUE);
        Ranges.check("maxSge", maxSge, Integer.MAX_VALUE);
        Ranges.check("limit", limit, Integer.MAX_VALUE);
    }
}
