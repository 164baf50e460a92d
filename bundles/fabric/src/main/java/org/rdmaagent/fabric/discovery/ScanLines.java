// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.spi.FabricScanListener;

/** The lines that the library writes: those about a new node are counted. For any thread. */
final class ScanLines implements FabricScanListener {
    /** Of {@code dump_endnode} in libibnetdisc/ibnetdisc.c, which tells known nodes as well. */
    private static final String NEW_NODE = " -> new ";

    private final SweepTrace trace;
    private volatile int nodes;

    ScanLines(SweepTrace trace) {
        this.trace = trace;
    }

    int nodes() {
        return nodes;
    }

    @Override
    public synchronized void said(String line) {
        if (line.contains(NEW_NODE)) {
            nodes++;
        }
        trace.step(SweepWatch.STEPS, line);
    }
}
