// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * Arithmetic with the 20-bit flow label of a global routing header, as RoCE v2 uses it to choose
 * the UDP source port of a connection (include/rdma/ib_verbs.h of the kernel).
 */
public final class FlowLabel {
    /** The largest one. */
    public static final int LARGEST = 0xfffff;

    private static final int FIRST_PORT = 0xc000;

    private FlowLabel() {}

    /**
     * Folds a flow label into a UDP source port ({@code rdma_flow_label_to_udp_sport}; {@code
     * ibv_flow_label_to_udp_sport(3)}).
     *
     * @param flowLabel 0 to {@link #LARGEST}
     * @return 0xc000 to 0xffff
     * @throws IllegalArgumentException if it is out of range
     */
    public static int udpSourcePort(int flowLabel) {
        Ranges.check("flowLabel", flowLabel, LARGEST);
        return ((flowLabel & 0x3fff) ^ (flowLabel >>> 14)) | FIRST_PORT;
    }

    /**
     * A label out of the numbers of both queue pairs, the same at both ends ({@code
     * rdma_calc_flow_label}).
     *
     * @return 0 to {@link #LARGEST}
     */
    public static int ofQueuePairs(QpNumber one, QpNumber other) {
        long product = (long) one.value() * other.value();
        product ^= product >>> 20;
        product ^= product >>> 40;
        return (int) (product & LARGEST);
    }

    /**
     * The UDP source port of a connection ({@code rdma_get_udp_sport}): by its label, or by the
     * numbers of the queue pairs if the label is 0.
     *
     * @return 0xc000 to 0xffff
     * @throws IllegalArgumentException if the label is out of range
     */
    public static int udpSourcePort(int flowLabel, QpNumber local, QpNumber remote) {
        return udpSourcePort(flowLabel == 0 ? ofQueuePairs(local, remote) : flowLabel);
    }
}
