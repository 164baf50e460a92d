// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;

/** What clients of the Multicast MBean type. */
final class JoinText {
    // IB_DEVICE_NAME_MAX of the kernel is 64, with the NUL at the end.
    private static final Pattern PORT = Pattern.compile("([^/\\s]{1,63})/(\\d{1,3})");
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    // 45 characters are the longest address, 15 the longest name of an interface (IFNAMSIZ).
    private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9a-fA-F:.]{2,45}(%\\S{1,15})?");
    private static final List<JoinOption> OF_A_PAIR_MADE =
            List.of(JoinOption.RECEIVE_BUFFERS, JoinOption.RECEIVE_BYTES, JoinOption.COUNTED);

    private JoinText() {}

    /**
     * Reads what the operations join take; a client may send null, whatever the interface says.
     *
     * @throws IllegalArgumentException naming what cannot be
     */
    static JoinRequest request(
            @Nullable String portOrAddress, @Nullable String group, @Nullable String options) {
        JoinRequestBuilder request = new JoinRequestBuilder(GroupAddress.parse(text(group)));
        place(request, text(portOrAddress));
        Map<JoinOption, String> given = read(text(options));
        check(given);
        given.forEach((option, value) -> option.set(request, value));
        return request.build();
    }

    private static void place(JoinRequestBuilder request, String place) {
        if (place.isEmpty()) {
            throw new IllegalArgumentException(
                    "portOrAddress is empty; name a port as mlx4_0/1 or a local IP address");
        }
        if (place.indexOf('/') >= 0) {
            request.port(port(place));
        } else if (IPV4.matcher(place).matches() || IPV6.matcher(place).matches()) {
            request.localAddress(place);
        } else {
            throw new IllegalArgumentException(
                    "give DEVICE/PORT such as mlx4_0/1, or a local IP address, not "
                            + Echo.of(place));
        }
    }

    /** They would be passed over in silence. */
    private static void check(Map<JoinOption, String> given) {
        if (!given.containsKey(JoinOption.QUEUE_PAIR)) {
            return;
        }
        for (JoinOption option : OF_A_PAIR_MADE) {
            if (given.containsKey(option)) {
                throw new IllegalArgumentException(
                        "option "
                                + option.key()
                                + " is for a queue pair that is made for the membership; leave out"
                                + " either it or queuePair");
            }
        }
    }

    /**
     * A port as {@link PortId} writes it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PortId port(@Nullable String text) {
        Matcher port = PORT.matcher(text(text));
        if (!port.matches()) {
            throw new IllegalArgumentException(
                    "not a port: '"
                            + Echo.of(text(text))
                            + "'; write it as DEVICE/PORT, such as mlx4_0/1");
        }
        return new PortId(port.group(1), Integer.parseInt(port.group(2)));
    }

    /** A port space, as it is given. */
    static String written(PortSpace space) {
        return switch (space) {
            case UDP -> "udp";
            case IPOIB -> "ipoib";
        };
    }

    /** A kind of member, as it is given. */
    static String written(MemberKind kind) {
        return switch (kind) {
            case FULL_MEMBER -> "full";
            case SEND_ONLY -> "send-only";
        };
    }

    /** What a client typed, never null. */
    static String text(@Nullable String argument) {
        return argument == null ? "" : argument.strip();
    }

    private static Map<JoinOption, String> read(String options) {
        Map<JoinOption, String> read = new EnumMap<>(JoinOption.class);
        for (String each : options.split(",", -1)) {
            if (each.isBlank()) {
                continue;
            }
            int equals = each.indexOf('=');
            String value = equals < 0 ? "" : each.substring(equals + 1).strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException(
                        "options are key=value,key=value; '"
                                + Echo.of(each.strip())
                                + "' has no value");
            }
            JoinOption option = JoinOption.named(each.substring(0, equals).strip());
            if (read.put(option, value) != null) {
                throw new IllegalArgumentException("option " + option.key() + " is there twice");
            }
        }
        return read;
    }
}
