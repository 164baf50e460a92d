// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * What a poll loop gets for the key {@code port} of its file.
 *
 * @param port what it polls with
 * @param refusal why that is not what it asked for, as its bean tells it; empty if it is
 */
public record AskedPort(CompletionPort port, String refusal) {
    /** Opened as a loop opens it. */
    public static AskedPort open(
            CompletionPorts ports, PolledQueue queue, String value, String holder) {
        PortChoice choice = new PortChoice(PortWish.of(value), ports, ports, "");
        PortChoice.Opened opened = choice.open(queue, holder);
        return new AskedPort(opened.port(), opened.refusal());
    }
}
