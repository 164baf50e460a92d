// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.ProviderProperties;

/** Who carries the MADs now. For any thread. */
final class PresentCarrier {
    /** Why nothing is swept any more. */
    static final String STOPPING = "the fabric bundle is stopping; ask again when it is back";

    private static final int ECANCELED = 125;

    private @Nullable MadTransport last;
    private volatile @Nullable MadCarrier present;
    private volatile boolean stopped;

    /** Returns whether another one served before: what it showed is not this one's. */
    synchronized boolean bind(MadTransport transport, Map<String, Object> properties) {
        MadTransport before = last;
        last = transport;
        Object provider = properties.getOrDefault(ProviderProperties.PROVIDER, "unknown");
        present = new MadCarrier(transport, String.valueOf(provider));
        return before != null && before != transport;
    }

    /** The runtime binds the new one before it takes the old one away. */
    synchronized void unbind(MadTransport transport) {
        MadCarrier current = present;
        if (current != null && current.transport() == transport) {
            present = null;
        }
    }

    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** The ports that can send SMPs. */
    List<PortId> ports() {
        MadCarrier current = present;
        return current == null ? List.of() : current.transport().ports();
    }

    /**
     * It.
     *
     * @param port for the text
     * @throws RdmaException ENODEV if there is none; ECANCELED if nothing is swept any more
     */
    MadCarrier require(PortId port) {
        if (stopped) {
            // Whatever the provider does: it is not what is missing.
            throw new RdmaException("discover", Errno.of(ECANCELED), port.toString(), STOPPING);
        }
        MadCarrier current = present;
        if (current == null) {
            throw MadCarrier.missing(port);
        }
        return current;
    }
}
