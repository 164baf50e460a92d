// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.spi.ScannedFabric;

/**
 * What is there where a sweep was to begin.
 *
 * @param node it
 * @param port its port that the route comes in by; 0 on a switch that is asked without a hop
 */
record ScanStart(NodeInfo node, int port) {
    private static final int ENOENT = 2;
    private static final int ETIMEDOUT = 110;
    private static final int EPROTO = 71;

    /**
     * Looks at a scan from there.
     *
     * @throws RdmaException ETIMEDOUT or ENOENT if nothing answered; EPROTO if what it told makes
     *     no sense
     */
    static ScanStart of(SweepOrder order, ScannedFabric fabric) {
        if (fabric.nodes().isEmpty()) {
            throw nobody(order);
        }
        try {
            return new ScanStart(
                    NodeInfo.decode(ScannedNodes.bytes(fabric.nodes().get(0).nodeInfo())),
                    Math.max(0, Math.min(ScannedNodes.MAX_PORT, fabric.fromPort())));
        } catch (MadFormatException e) {
            throw failure(order, EPROTO, "the first node makes no sense: " + e.getMessage());
        }
    }

    private static RdmaException nobody(SweepOrder order) {
        boolean here = order.plan().from().hops() == 0;
        String key = order.settings().mKey() == 0 ? "" : ", or does not take this M_Key";
        return here
                ? failure(
                        order,
                        ETIMEDOUT,
                        "the agent's own port does not answer SMPs"
                                + key
                                + "; see that its driver is loaded and that nothing else holds its"
                                + " QP0")
                : failure(
                        order,
                        ENOENT,
                        "no node answers at the end of the route "
                                + order.plan().from()
                                + key
                                + "; take a route from a sweep of the whole subnet (export json)");
    }

    private static RdmaException failure(SweepOrder order, int errno, String text) {
        return new RdmaException(
                "ibnd_discover_fabric", Errno.of(errno), order.port().toString(), text);
    }
}
