// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.Map;
import java.util.Set;

/** The names that {@code ibv_devinfo -v} has for bits, a line each; their values in verbs.h. */
final class DevinfoBits {
    /** These have a value beside the names. */
    private static final Set<String> NAMED = Set.of("device_cap_flags", "device_cap_flags_ex");

    private static final Map<String, Long> TRANSPORT =
            Map.of(
                    "NO SUPPORT", 0L,
                    "SUPPORT_SEND", 1L,
                    "SUPPORT_RECV", 1L << 1,
                    "SUPPORT_WRITE", 1L << 2,
                    "SUPPORT_READ", 1L << 3,
                    "SUPPORT_ATOMIC", 1L << 4,
                    "SUPPORT_SRQ", 1L << 5);

    /** 1 << enum ibv_qp_type. */
    private static final Map<String, Long> QUEUE_PAIRS =
            Map.of("SUPPORT_UD", 1L << 4, "SUPPORT_RAW_PACKET", 1L << 8);

    private static final Map<String, Map<String, Long>> LISTED =
            Map.of(
                    "general_odp_caps",
                    Map.of("ODP_SUPPORT", 1L, "ODP_SUPPORT_IMPLICIT", 1L << 1),
                    "rc_odp_caps",
                    TRANSPORT,
                    "uc_odp_caps",
                    TRANSPORT,
                    "ud_odp_caps",
                    TRANSPORT,
                    "xrc_odp_caps",
                    TRANSPORT,
                    "tso_caps/supported_qp",
                    QUEUE_PAIRS,
                    "rss_caps/supported_qp",
                    QUEUE_PAIRS,
                    "packet_pacing_caps/supported_qp",
                    QUEUE_PAIRS,
                    "tm_caps/flags",
                    Map.of("IBV_TM_CAP_RC", 1L),
                    "raw packet caps",
                    Map.of(
                            "C-VLAN stripping offload", 1L,
                            "Scatter FCS offload", 1L << 1,
                            "IP csum offload", 1L << 2,
                            "Delay drop", 1L << 3));

    private DevinfoBits() {}

    /** Whether names follow a value. */
    static boolean named(String key) {
        return NAMED.contains(key);
    }

    /** Whether names stand for the value. */
    static boolean listed(String key) {
        return LISTED.containsKey(key);
    }

    /** The bit of a name that follows a key. */
    static long bit(String key, String name) {
        Long bit = LISTED.getOrDefault(key, Map.of()).get(name);
        if (bit == null) {
            throw new AssertionError("not understood after " + key + ": " + name);
        }
        return bit;
    }
}
