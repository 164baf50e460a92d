// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.sa;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.verbs.Mtu;

/** What {@code saquery} prints: records of lines {@code key....value}. */
final class SaqueryText {
    private static final int CODE = 0x3f; // Above it is the selector.

    private SaqueryText() {}

    static List<Map<String, String>> records(String text) {
        List<Map<String, String>> records = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int dots = line.indexOf("..");
            if (line.endsWith("dump:")) {
                records.add(new HashMap<>());
            } else if (dots > 0) {
                String key = line.substring(0, dots).strip();
                String value = line.substring(dots).replaceFirst("^\\.+", "");
                records.get(records.size() - 1).put(key.toLowerCase(Locale.ROOT), value);
            }
        }
        return records;
    }

    static Gid gid(Map<String, String> record, String key) {
        try {
            return Gid.ofBytes(InetAddress.getByName(value(record, key)).getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError(record.toString(), e);
        }
    }

    static int number(Map<String, String> record, String key) {
        return Long.decode(value(record, key)).intValue();
    }

    static String value(Map<String, String> record, String key) {
        return Objects.requireNonNull(record.get(key), () -> key + " in " + record);
    }

    /** Of {@code saquery MCMR}, which prints every field. */
    static MulticastGroup group(Map<String, String> record) {
        return new MulticastGroup(
                gid(record, "mgid"),
                new Lid(number(record, "mlid")),
                number(record, "qkey"),
                Mtu.ofCode(number(record, "mtu") & CODE).orElseThrow().bytes(),
                number(record, "rate") & CODE,
                number(record, "pkey"),
                number(record, "sl"),
                number(record, "scope"),
                number(record, "tclass"),
                number(record, "flowlabel"),
                number(record, "hoplimit"),
                number(record, "pkt_life") & CODE);
    }
}
