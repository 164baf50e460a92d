// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

/** Hears how a scan goes. Called by one thread at a time; return soon. */
@FunctionalInterface
public interface FabricScanListener {
    /**
     * A line that the library wrote about its progress or for debugging.
     *
     * @param line without its end
     */
    void said(String line);
}
