// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every constant of ours has the number of verbs.h. Against the header of rdma-core 44 also: it has
 * no constant that we miss, and we have none that it does not; others may know more or less.
 */
class VerbsHeaderTest {
    /** What newer headers have, and what only the kernel has. */
    private static final Set<String> NEWER =
            Set.of(
                    "IBV_WR_FLUSH",
                    "IBV_WC_FLUSH",
                    "IBV_EVENT_DEVICE_SPEED_CHANGE",
                    "IBV_RATE_1600_GBPS");

    private static CHeader header;
    private static boolean ofThatVersion;

    @BeforeAll
    static void readHeader() throws IOException {
        assumeTrue(
                Files.exists(CHeader.VERBS),
                "no " + CHeader.VERBS + "; on Debian or Ubuntu: apt-get install libibverbs-dev");
        header = CHeader.read(CHeader.VERBS);
        Set<String> opcodes = header.enumeration("ibv_wr_opcode").keySet();
        ofThatVersion =
                opcodes.contains("IBV_WR_ATOMIC_WRITE") && !opcodes.contains("IBV_WR_FLUSH");
    }

    static Stream<Arguments> enumerations() {
        return Stream.of(
                Arguments.of("ibv_qp_type", "IBV_QPT_", QpType.values()),
                Arguments.of("ibv_qp_state", "IBV_QPS_", QpState.values()),
                Arguments.of("ibv_wr_opcode", "IBV_WR_", SendOpcode.values()),
                Arguments.of("ibv_send_flags", "IBV_SEND_", SendFlag.values()),
                Arguments.of("ibv_wc_status", "IBV_WC_", WorkCompletionStatus.values()),
                Arguments.of("ibv_wc_opcode", "IBV_WC_", WorkCompletionOpcode.values()),
                Arguments.of("ibv_wc_flags", "IBV_WC_", WorkCompletionFlag.values()),
                Arguments.of("ibv_event_type", "IBV_EVENT_", AsyncEventType.values()),
                Arguments.of("ibv_qp_attr_mask", "IBV_QP_", QpAttribute.values()),
                Arguments.of("ibv_mig_state", "IBV_MIG_", MigrationState.values()),
                Arguments.of("ibv_wq_type", "IBV_WQT_", WqType.values()),
                Arguments.of("ibv_wq_state", "IBV_WQS_", WqState.values()),
                Arguments.of("ibv_mtu", "IBV_", Mtu.values()),
                Arguments.of("ibv_node_type", "IBV_NODE_", DeviceNodeType.values()),
                Arguments.of(
                        "ibv_transport_type", "IBV_TRANSPORT_", DeviceNodeType.Transport.values()));
    }

    @ParameterizedTest
    @MethodSource("enumerations")
    void theConstantsAreThoseOfTheHeader(String name, String prefix, NativeCode[] ours) {
        Map<String, Integer> theirs = header.enumeration(name);
        Map<String, Integer> mine = new TreeMap<>();
        for (NativeCode code : ours) {
            String theirName = prefix + ((Enum<?>) code).name();
            boolean expected = theirs.containsKey(theirName) || !NEWER.contains(theirName);
            // UNKNOWN is often ours alone: what no constant of the header says.
            boolean own = code.code() == -1 && !theirs.containsKey(theirName);
            if (expected && !own) {
                mine.put(theirName, code.code());
            }
        }
        assertSame(theirs, mine);
    }

    @Test
    void theRatesAreThoseOfTheHeader() {
        Map<String, Integer> mine = new TreeMap<>();
        for (Rate rate : Rate.values()) {
            String theirName =
                    "IBV_RATE_" + (rate == Rate.MAX ? "MAX" : rate.name().substring(5) + "_GBPS");
            if (!NEWER.contains(theirName)) {
                mine.put(theirName, rate.code());
            }
        }
        assertSame(header.enumeration("ibv_rate"), mine);
    }

    @Test
    void theAccessFlagsAreThoseOfTheHeader() {
        Map<String, Integer> mine = new TreeMap<>();
        Arrays.stream(AccessFlag.values())
                // Its bit is a macro of another header.
                .filter(flag -> flag != AccessFlag.RELAXED_ORDERING)
                .forEach(flag -> mine.put("IBV_ACCESS_" + flag.name(), flag.code()));
        Map<String, Integer> theirs = new TreeMap<>(header.enumeration("ibv_access_flags"));
        theirs.keySet().retainAll(mine.keySet());
        assertEquals(theirs, mine);
    }

    private static void assertSame(Map<String, Integer> header, Map<String, Integer> ours) {
        Map<String, Integer> theirs = new TreeMap<>(header);
        Map<String, Integer> mine = new TreeMap<>(ours);
        if (!ofThatVersion) {
            theirs.keySet().retainAll(ours.keySet());
            mine.keySet().retainAll(header.keySet());
        }
        assertFalse(theirs.isEmpty());
        assertEquals(theirs, mine);
    }
}
