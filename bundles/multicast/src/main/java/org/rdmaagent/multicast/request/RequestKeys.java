// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;

/** A request as keys and values: those of a file {@code org.rdmaagent.multicast-NAME.cfg}. */
final class RequestKeys {
    private static final Set<String> KEYS =
            Set.of(
                    "name",
                    "device",
                    "port",
                    "localAddress",
                    "group",
                    "portSpace",
                    "memberKind",
                    "loopback",
                    "queuePair",
                    "receiveBuffers",
                    "receiveBytes",
                    "counted");

    private static final List<String> OF_MADE_PAIRS =
            List.of("receiveBuffers", "receiveBytes", "counted");

    /** What configuration and component runtime add of their own. */
    private static final List<String> FOREIGN =
            List.of("service.", "felix.", "component.", "osgi.", "org.apache.");

    private RequestKeys() {}

    /**
     * Reads what a file asks for.
     *
     * @throws IllegalArgumentException as {@link #read}; or two keys exclude each other
     */
    static JoinRequest ofFile(String name, Map<String, ?> given) {
        KeyTexts keys = new KeyTexts(given);
        checkName("name", keys.text("name", name));
        checkName("the file's name", name);
        if (keys.optional("queuePair").isPresent()) {
            for (String key : OF_MADE_PAIRS) {
                if (keys.optional(key).isPresent()) {
                    throw new IllegalArgumentException(
                            key
                                    + " belongs to a queue pair that is made for the membership:"
                                    + " leave it out, or leave queuePair out");
                }
            }
        }
        return read(name, given);
    }

    private static void checkName(String key, String name) {
        if (!KeyTexts.isName(name)) {
            throw new IllegalArgumentException(
                    key
                            + " = "
                            + Echo.of(name)
                            + ": the name of a membership has letters, digits, - and _, 64 at the"
                            + " most");
        }
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException a key is missing or wrong; the message names it
     */
    static JoinRequest read(String name, Map<String, ?> given) {
        KeyTexts keys = new KeyTexts(given);
        JoinRequestBuilder builder = new JoinRequestBuilder(group(keys)).name(name);
        keys.optional("device")
                .ifPresent(
                        device -> builder.port(new PortId(device, keys.number("port", 1, 1, 255))));
        keys.optional("localAddress").map(LocalAddress::check).ifPresent(builder::localAddress);
        keys.optional("queuePair").ifPresent(builder::queuePair);
        return builder.portSpace(portSpace(keys))
                .memberKind(memberKind(keys))
                .loopback(keys.flag("loopback", true))
                .receiveBuffers(keys.number("receiveBuffers", 256, 1, 16_384))
                .receiveBytes(keys.number("receiveBytes", 2048, 1, 4096))
                .counted(keys.flag("counted", true))
                .build();
    }

    private static GroupAddress group(KeyTexts keys) {
        String text = keys.text("group", "");
        if (text.isEmpty()) {
            throw new IllegalArgumentException(
                    "group is missing: name one, such as 239.1.2.3, mgid:ADDRESS or sa-assigned");
        }
        GroupAddress group;
        try {
            group = GroupAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "group = " + Echo.of(text) + ": " + e.getMessage(), e);
        }
        if (!group.isMulticast()) {
            throw new IllegalArgumentException(
                    "group = " + Echo.of(text) + ": " + LocalAddress.NO_GROUP);
        }
        return group;
    }

    private static PortSpace portSpace(KeyTexts keys) {
        String text = keys.text("portSpace", "udp");
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "udp" -> PortSpace.UDP;
            case "ipoib" -> PortSpace.IPOIB;
            default ->
                    throw new IllegalArgumentException(
                            "portSpace is udp or ipoib, not " + Echo.of(text));
        };
    }

    private static MemberKind memberKind(KeyTexts keys) {
        String text = keys.text("memberKind", "full");
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "full" -> MemberKind.FULL_MEMBER;
            case "send-only" -> MemberKind.SEND_ONLY;
            default ->
                    throw new IllegalArgumentException(
                            "memberKind is full or send-only, not " + Echo.of(text));
        };
    }

    /** The same as keys; {@link #read} reads them. */
    static Map<String, String> write(JoinRequest request) {
        Map<String, String> keys = new LinkedHashMap<>();
        request.name().ifPresent(name -> keys.put("name", name));
        request.port()
                .ifPresent(
                        port -> {
                            keys.put("device", port.device());
                            keys.put("port", Integer.toString(port.port()));
                        });
        request.localAddress().ifPresent(address -> keys.put("localAddress", address));
        keys.put("group", request.group().toString());
        keys.put("portSpace", request.portSpace() == PortSpace.UDP ? "udp" : "ipoib");
        keys.put(
                "memberKind",
                request.memberKind() == MemberKind.FULL_MEMBER ? "full" : "send-only");
        keys.put("loopback", Boolean.toString(request.loopback()));
        request.queuePair().ifPresent(pair -> keys.put("queuePair", pair));
        keys.put("receiveBuffers", Integer.toString(request.receiveBuffers()));
        keys.put("receiveBytes", Integer.toString(request.receiveBytes()));
        keys.put("counted", Boolean.toString(request.counted()));
        return keys;
    }

    /** Keys that say nothing here, in order: misspelt ones, mostly. */
    static SortedSet<String> unknown(Set<String> keys) {
        SortedSet<String> unknown = new TreeSet<>(keys);
        unknown.removeAll(KEYS);
        unknown.removeIf(key -> FOREIGN.stream().anyMatch(key::startsWith));
        return unknown;
    }
}
