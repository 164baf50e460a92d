// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.fabric.FailedPath;

/**
 * A question of a sweep that got no good answer, on the wire.
 *
 * @param route the directed route, {@code 0,1,5}
 * @param node node GUID; all zero if it was never known
 * @param description the node's description; empty if it was never known
 * @param port the port the question was about; -1 where it was about the node
 * @param attribute such as {@code PortInfo}
 * @param status {@code timeout}, or the status that came back
 * @param attempts how often it was sent
 */
public record FailedPathRow(
        String route,
        String node,
        String description,
        int port,
        String attribute,
        String status,
        int attempts) {
    static FailedPathRow of(FailedPath path) {
        return new FailedPathRow(
                path.route().toString(),
                path.node().toString(),
                path.description(),
                path.port(),
                path.attribute(),
                path.status(),
                path.attempts());
    }
}
