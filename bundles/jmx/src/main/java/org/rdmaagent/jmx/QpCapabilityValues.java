// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.QpCapabilities;

/**
 * The sizes of a queue pair on the wire, under the names of {@code ibv_qp_cap}.
 *
 * @param maxSendWr outstanding send requests
 * @param maxRecvWr outstanding receive requests
 * @param maxSendSge segments of a send request
 * @param maxRecvSge segments of a receive request
 * @param maxInlineData bytes that a send request may carry inline
 */
public record QpCapabilityValues(
        int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {
    static QpCapabilityValues of(QpCapabilities sizes) {
        return new QpCapabilityValues(
                sizes.maxSendWr(),
                sizes.maxRecvWr(),
                sizes.maxSendSge(),
                sizes.maxRecvSge(),
                sizes.maxInlineData());
    }
}
