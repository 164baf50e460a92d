// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;

/** What may be said of a membership when it is asked for, by the key of its file. */
enum JoinOption {
    /** Of the membership. */
    NAME("name") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.name(value);
        }
    },
    /** {@link JoinRequest#portSpace}. */
    PORT_SPACE("portSpace") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.portSpace(
                    switch (value.toLowerCase(Locale.ROOT)) {
                        case "udp" -> PortSpace.UDP;
                        case "ipoib" -> PortSpace.IPOIB;
                        default -> throw wrong("udp or ipoib", value);
                    });
        }
    },
    /** {@link JoinRequest#memberKind}. */
    MEMBER_KIND("memberKind") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.memberKind(
                    switch (value.toLowerCase(Locale.ROOT)) {
                        case "full" -> MemberKind.FULL_MEMBER;
                        case "send-only" -> MemberKind.SEND_ONLY;
                        default -> throw wrong("full or send-only", value);
                    });
        }
    },
    /** {@link JoinRequest#loopback}. */
    LOOPBACK("loopback") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.loopback(flag(value));
        }
    },
    /** {@link JoinRequest#queuePair}. */
    QUEUE_PAIR("queuePair") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.queuePair(value);
        }
    },
    /** {@link JoinRequest#receiveBuffers}. */
    RECEIVE_BUFFERS("receiveBuffers") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.receiveBuffers(number(value));
        }
    },
    /** {@link JoinRequest#receiveBytes}. */
    RECEIVE_BYTES("receiveBytes") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.receiveBytes(number(value));
        }
    },
    /** {@link JoinRequest#counted}. */
    COUNTED("counted") {
        @Override
        void set(JoinRequestBuilder request, String value) {
            request.counted(flag(value));
        }
    };

    /** For consoles. */
    static final String ABOUT =
            "key=value,key=value as in a file org.rdmaagent.multicast-NAME.cfg: name, portSpace"
                    + " (udp or ipoib), memberKind (full or send-only), loopback (true or false),"
                    + " queuePair (name or number of one that is there) or, for one that is made,"
                    + " receiveBuffers (1 to 16384, at most MaxQpWr of the device), receiveBytes (1"
                    + " to 4096) and counted (true or false); empty for none";

    private final String key;

    JoinOption(String key) {
        this.key = key;
    }

    /** Its key. */
    String key() {
        return key;
    }

    /**
     * Sets it.
     *
     * @throws IllegalArgumentException naming the key, if the value cannot be
     */
    abstract void set(JoinRequestBuilder request, String value);

    /**
     * The one with a key.
     *
     * @throws IllegalArgumentException if there is none
     */
    static JoinOption named(String key) {
        return Arrays.stream(values())
                .filter(option -> option.key.equals(key))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no option '"
                                                + Echo.of(key)
                                                + "'; there are "
                                                + keys()));
    }

    private static String keys() {
        return Arrays.stream(values()).map(option -> option.key).collect(Collectors.joining(", "));
    }

    boolean flag(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("true or false", value);
        };
    }

    int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw wrong("a whole number", value);
        }
    }

    IllegalArgumentException wrong(String wanted, String value) {
        return new IllegalArgumentException(key + " is " + wanted + ", not " + Echo.of(value));
    }
}
