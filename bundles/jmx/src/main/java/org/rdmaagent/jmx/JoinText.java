// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;

/** What clients of the Multicast MBean type. */
final class JoinText {
    private static final Pattern PORT = Pattern.compile("([^/\\s]+)/(\\d{1,3})");

    private JoinText() {}

    /**
     * Reads what the operations join take; a client may send null, whatever the interface says.
     *
     * @throws IllegalArgumentException naming what cannot be
     */
    static JoinRequest request(
            @Nullable String portOrAddress, @Nullable String group, @Nullable String options) {
        JoinRequestBuilder request = new JoinRequestBuilder(GroupAddress.parse(text(group)));
        String place = text(portOrAddress);
        if (place.indexOf('/') >= 0) {
            request.port(port(place));
        } else if (place.isEmpty()) {
            throw new IllegalArgumentException(
                    "portOrAddress is empty; name a port as mlx4_0/1 or a local IP address");
        } else {
            request.localAddress(place);
        }
        read(text(options)).forEach((option, value) -> option.set(request, value));
        return request.build();
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
                    "not a port: '" + text(text) + "'; write it as DEVICE/PORT, such as mlx4_0/1");
        }
        return new PortId(port.group(1), Integer.parseInt(port.group(2)));
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
                        "options are key=value,key=value; '" + each.strip() + "' has no value");
            }
            JoinOption option = JoinOption.named(each.substring(0, equals).strip());
            if (read.put(option, value) != null) {
                throw new IllegalArgumentException("option " + option.key() + " is there twice");
            }
        }
        return read;
    }
}
