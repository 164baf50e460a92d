// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import org.rdmaagent.Guid;

/**
 * A question that a sweep asked and that got no good answer. One across a link (NodeInfo) is told
 * by the last node that is known and the port of it that leads on.
 *
 * @param route where it was sent
 * @param node the node there; {@link Guid#ZERO} if it was never known
 * @param description that node's description; empty if it was never known
 * @param port the port the question was about; -1 where it was about the node
 * @param attribute such as {@code PortInfo}
 * @param status {@code timeout}, or the status that came back in words with its number
 * @param attempts how often it was sent
 */
public record FailedPath(
        DirectedRoute route,
        Guid node,
        String description,
        int port,
        String attribute,
        String status,
        int attempts) {}
