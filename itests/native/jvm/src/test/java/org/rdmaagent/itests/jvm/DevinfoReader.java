// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the lines of one device, in order and without their indentation. */
final class DevinfoReader {
    private static final Pattern PAIR = Pattern.compile("([^:]+):(.*)");
    private static final Pattern NOT_SUPPORTED =
            Pattern.compile("(.*) " + DevinfoLines.UNSUPPORTED);
    private static final String UNKNOWN_BITS = "Unknown flags";

    /** They have no value; the keys that come more than once belong to the last of them. */
    private static final Set<String> HEADINGS =
            Set.of("tso_caps", "rss_caps", "packet_pacing_caps", "cq moderation caps");

    /** Tag matching has no heading: its first key. */
    private static final String TAG_MATCHING = "max_rndv_hdr_size";

    private static final Set<String> REPEATED = Set.of("supported_qp", "max_sge", "flags");

    private final DevinfoLines lines =
            new DevinfoLines(new LinkedHashMap<>(), new LinkedHashMap<>());
    private Map<String, String> current = lines.device();
    private String heading = "";
    private String key = "";

    DevinfoLines lines() {
        return lines;
    }

    void accept(String line) {
        Matcher pair = PAIR.matcher(line);
        Matcher unsupported = NOT_SUPPORTED.matcher(line);
        if (pair.matches()) {
            accept(pair.group(1), pair.group(2).strip());
        } else if (unsupported.matches()) {
            put(unsupported.group(1), DevinfoLines.UNSUPPORTED);
        } else if (!line.isEmpty() && !DevinfoBits.named(key)) {
            add(DevinfoBits.bit(key, line));
        }
    }

    private void accept(String name, String value) {
        if (name.equals("port")) {
            current = new LinkedHashMap<>();
            lines.ports().put(Integer.valueOf(value), current);
        } else if (name.equals(UNKNOWN_BITS)) {
            if (!DevinfoBits.named(key)) {
                add(DevinfoText.number(value));
            }
        } else if (HEADINGS.contains(name)) {
            heading = name;
        } else {
            heading = name.equals(TAG_MATCHING) ? "tm_caps" : heading;
            boolean repeated = REPEATED.contains(name) && !heading.isEmpty();
            key = repeated ? heading + "/" + name : name;
            put(key, value.isEmpty() && DevinfoBits.listed(key) ? "0" : value);
        }
    }

    private void add(long bits) {
        current.merge(key, "0", (sum, unused) -> Long.toString(DevinfoText.number(sum) | bits));
    }

    private void put(String name, String value) {
        if (current.put(name, value) != null) {
            throw new AssertionError("twice: " + name + " in " + lines);
        }
    }
}
