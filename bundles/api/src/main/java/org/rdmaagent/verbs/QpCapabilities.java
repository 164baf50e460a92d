// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * The sizes of a queue pair ({@code struct ibv_qp_cap}, {@code ibv_create_qp(3)}): asked for at
 * creation, then as they were granted, which may be more.
 *
 * @param maxSendWr outstanding send requests
 * @param maxRecvWr outstanding receive requests; ignored with a shared receive queue
 * @param maxSendSge segments of a send request
 * @param maxRecvSge segments of a receive request
 * @param maxInlineData bytes that a send request may carry inline
 */
public record QpCapabilities(
        int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {
    /** Nothing at all. */
    public static final QpCapabilities NONE = new QpCapabilities(0, 0, 0, 0, 0);

    /** Checks that nothing is negative; the device's limits are the driver's to check. */
    public QpCapabilities {
        Ranges.check("maxSendWr", maxSendWr, Integer.MAX_VALUE);
        Ranges.check("maxRecvWr", maxRecvWr, Integer.MAX_VALUE);
        Ranges.check("maxSendSge", maxSendSge, Integer.MAX_VALUE);
        Ranges.check("maxRecvSge", maxRecvSge, Integer.MAX_VALUE);
        Ranges.check("maxInlineData", maxInlineData, Integer.MAX_VALUE);
    }
}
