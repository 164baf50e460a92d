// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Arrays;

/**
 * The output port to take at each hop from the agent's own port (IBTA volume 1, section 14.2.2).
 * Immutable.
 */
public final class DirectedRoute {
    /** The longest route that the initial path field holds. */
    public static final int MAX_HOPS = 63;

    /** The agent's own node: no hop. */
    public static final DirectedRoute LOCAL = new DirectedRoute(new byte[0]);

    private final byte[] ports;

    private DirectedRoute(byte[] ports) {
        this.ports = ports;
    }

    /**
     * A route through these output ports.
     *
     * @throws IllegalArgumentException if there are more than 63, or a number is not in 0..255
     */
    public static DirectedRoute of(int... ports) {
        if (ports.length > MAX_HOPS) {
            throw new IllegalArgumentException(
                    "a directed route has at most 63 hops, not " + ports.length);
        }
        byte[] bytes = new byte[ports.length];
        for (int hop = 0; hop < ports.length; hop++) {
            if (ports[hop] < 0 || ports[hop] > 255) {
                throw new IllegalArgumentException(
                        "a port number lies in 0..255, not " + ports[hop]);
            }
            bytes[hop] = (byte) ports[hop];
        }
        return new DirectedRoute(bytes);
    }

    /**
     * Reads {@code 0,1,5}: the 0 stands for the agent's own node, then the output ports.
     *
     * @throws IllegalArgumentException if the text is not of that form
     */
    public static DirectedRoute parse(String text) {
        String[] parts = text.strip().split(",", -1);
        if (!"0".equals(parts[0].strip())) {
            throw new IllegalArgumentException(
                    "not a directed route: '"
                            + text
                            + "'; expected 0, then the output ports: 0,1,5");
        }
        int[] ports = new int[parts.length - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            try {
                ports[hop] = Integer.parseInt(parts[hop + 1].strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("not a directed route: '" + text + "'", e);
            }
        }
        return of(ports);
    }

    /** How many hops. */
    public int hops() {
        return ports.length;
    }

    /** The output port at a hop, from 0, in 0..255. */
    public int port(int hop) {
        return Byte.toUnsignedInt(ports[hop]);
    }

    /**
     * The route one hop further.
     *
     * @throws IllegalArgumentException if that would be the 64th hop
     */
    public DirectedRoute then(int port) {
        if (ports.length == MAX_HOPS) {
            throw new IllegalArgumentException("a directed route has at most 63 hops");
        }
        byte[] longer = Arrays.copyOf(ports, ports.length + 1);
        longer[ports.length] = (byte) port;
        return new DirectedRoute(longer);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DirectedRoute route && Arrays.equals(ports, route.ports);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ports);
    }

    /** {@code 0,1,5}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("0");
        for (byte port : ports) {
            text.append(',').append(Byte.toUnsignedInt(port));
        }
        return text.toString();
    }
}
