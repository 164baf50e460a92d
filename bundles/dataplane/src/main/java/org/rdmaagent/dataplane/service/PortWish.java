// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Locale;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * How the queues of a loop are to be polled.
 *
 * @param text as it is configured
 * @param access what the library is to be called with; empty for the best there is
 * @param way how the port finds out what a queue holds
 */
record PortWish(String text, String access, PollingWay way) {
    static final PortWish AUTO = new PortWish("auto", "", PollingWay.BEST);

    /** As it is configured, and what a port that polls so calls itself. */
    static final String DIRECT = "direct";

    private static final String PEEK = "peek+";

    /**
     * Reads the value of the key {@code port}.
     *
     * @throws IllegalArgumentException if it is none; the message says which there are
     */
    static PortWish of(String value) {
        String text = value.toLowerCase(Locale.ROOT);
        return switch (text) {
            case "auto" -> AUTO;
            case "jna", "ffm" -> new PortWish(text, text, PollingWay.CALL);
            case "peek+jna", "peek+ffm" ->
                    new PortWish(text, text.substring(PEEK.length()), PollingWay.PEEK);
            case DIRECT -> new PortWish(text, "", PollingWay.DIRECT);
            default ->
                    throw new IllegalArgumentException(
                            "port is auto, jna, ffm, peek+jna, peek+ffm or direct, not " + value);
        };
    }
}
