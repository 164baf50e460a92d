// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rdmaagent.spi.completion.CompletionPort;

/** A port for single calls; it lives as long as the process. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the parameter, then calls what it is to call first
public class OpenPort {
    /** The row; who runs this sets it. */
    @Param("jna")
    public String way = "";

    private PolledPairQueue queue;
    private CompletionPort port;

    /** On the thread that measures. */
    @Setup
    public void open() {
        Twin.pin(CompletionFigures.CPU);
        Card.hold(true);
        Way wanted =
                Way.ALL.stream().filter(each -> each.label().equals(way)).findFirst().orElseThrow();
        EmulatedDevice device = new EmulatedDevice();
        queue = new PolledPairQueue(device, way, wanted.needsRing());
        port = new Accesses(device.library()).open(wanted, queue);
    }

    /** What it polls. */
    PolledPairQueue queue() {
        return queue;
    }

    /** Itself. */
    CompletionPort port() {
        return port;
    }
}
