// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** Counts the questions that pass, by attribute, and the keys that they bring. */
final class CountingSession implements MadSession {
    private static final int ATTRIBUTE = 16;
    private static final int M_KEY = 24;

    private final MadSession real;
    private final Map<Integer, Integer> counts = new HashMap<>();
    private final Map<Long, Integer> keys = new HashMap<>();

    CountingSession(MadSession real) {
        this.real = real;
    }

    int asked(SmpAttribute attribute) {
        return counts.getOrDefault(attribute.code(), 0);
    }

    /** How many questions brought which M_Key. */
    Map<Long, Integer> keys() {
        return Map.copyOf(keys);
    }

    @Override
    public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
        int attribute = Short.toUnsignedInt(mad.getShort(mad.position() + ATTRIBUTE));
        counts.merge(attribute, 1, Integer::sum);
        keys.merge(mad.getLong(mad.position() + M_KEY), 1, Integer::sum);
        real.send(agent, to, mad, timeoutMillis);
    }

    @Override
    public PortId port() {
        return real.port();
    }

    @Override
    public int register(MadClass madClass) {
        return real.register(madClass);
    }

    @Override
    public @Nullable MadReply receive(long timeoutNanos) {
        return real.receive(timeoutNanos);
    }

    @Override
    public long nanoTime() {
        return real.nanoTime();
    }

    @Override
    public boolean isOpen() {
        return real.isOpen();
    }

    @Override
    public void close() {
        real.close();
    }
}
