// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Multicast on a kernel's own rdma_cm, with a program that is not ours at the other end. */
class KernelMulticastIT {
    private static final String PHASE = "multicast";
    private static final String ROUNDS = "rounds";
    private static final String NOTHING = "{cm_id=0, cq=0, mr=0, qp=0}";
    private static final String ALL = String.valueOf(GroupLines.MESSAGES);

    /** What the JVM itself may take meanwhile: its heap is there from the start. */
    private static final long TOLERATED_BYTES = 16L << 20;

    private static GuestRun run;

    @BeforeAll
    static void runAllPhases() throws Exception {
        run = GuestRun.shared();
    }

    /** A case that did not run is a failure: it has said nothing. */
    @TestFactory
    Stream<DynamicTest> theContractOfTheCmLibraryHoldsForRootAndForAUser() {
        return Stream.of("cm", "cm-user").flatMap(KernelMulticastIT::contract);
    }

    private static Stream<DynamicTest> contract(String phase) {
        return RxeCmRig.cases().stream()
                .map(
                        one ->
                                dynamicTest(
                                        phase + ": " + one.name(),
                                        () ->
                                                assertEquals(
                                                        ContractLines.PASSED,
                                                        run.answers(phase)
                                                                .value(CmLines.key(one)))));
    }

    @ParameterizedTest
    @CsvSource({"near,rxe0/1,true", "far,rxe1/1,true", "quiet,rxe0/1,false"})
    void aMemberKnowsItsGroup(String name, String port, String attached) throws Exception {
        said("groups." + name + ".port", port);
        said("groups." + name + ".mgid", "0000:0000:0000:0000:0000:ffff:ef4e:0001");
        said("groups." + name + ".qkey", "1234567");
        said("groups." + name + ".attached", attached);
    }

    /** On the sender's own device and over the cable, both at once. */
    @ParameterizedTest
    @ValueSource(strings = {"fromNear", "fromFar"})
    void twoMembersReceiveAllThatMckeySends(String step) throws Exception {
        said("groups." + step + ".mckey", "0");
        said("groups." + step + ".near", ALL);
        said("groups." + step + ".far", ALL);
    }

    /** Its exit code is 0 only if it has received all of them. */
    @ParameterizedTest
    @ValueSource(strings = {"member", "sendOnly"})
    void mckeyReceivesAllThatTheAgentSends(String step) throws Exception {
        said("groups." + step + ".mckeyNear", "0");
        said("groups." + step + ".mckeyFar", "0");
    }

    /** What mckey sent, twice, and what near sent; the device hands near its own, too. */
    @ParameterizedTest
    @ValueSource(strings = {"near", "far"})
    void aMemberReceivesEachMessageOnce(String name) throws Exception {
        said("groups." + name + ".all", String.valueOf(3 * GroupLines.MESSAGES));
    }

    @Test
    void whoIsNoMemberReceivesNothing() throws Exception {
        said("groups.other.all", "0"); // of another group
        said("groups.quiet.counted", "0"); // only sends
        said("groups.near.left", String.valueOf(3 * GroupLines.MESSAGES));
        said("groups.far.left", String.valueOf(3 * GroupLines.MESSAGES));
    }

    @Test
    void aMembershipComesAndGoesInOrder() throws Exception {
        String course = "JOINING JOINED LEAVING LEFT";
        said(
                "groups.courses",
                String.format(
                        "{far=%s, near=%s, other=%s, quiet=%s}", course, course, course, course));
        said("groups.resources.joined", "{cm_id=3, cq=3, mr=3, qp=3}");
        said("groups.resources.left", NOTHING);
    }

    @Test
    void leavingAtOnceCancelsTheJoin() throws Exception {
        said("leave.early", String.valueOf(LeaveLines.EARLY));
        said("leave.courses", "[JOINING LEAVING LEFT]");
        said("leave.joins", "0");
        said("leave.last", "JOINING JOINED LEAVING LEFT");
        said("leave.resources", NOTHING);
    }

    @Test
    void nothingComesAfterLeavingButWhatIsLate() throws Exception {
        said("busy.begins", "true");
        said("busy.left", "true");
        said("busy.sends", "true");
        long late = number(PHASE, "busy.late");
        assertTrue(number(PHASE, "busy.afterLeft") <= late, late + " late messages");
        assertTrue(number(PHASE, "busy.atLeft") + late < Mckey.MOST, "it was left in time");
        said("busy.afterEnd", "0");
    }

    @Test
    void theOthersGoOnReceiving() throws Exception {
        said("busy.goesOn", "true");
        said("busy.mckey", "0");
        said("busy.stays", String.valueOf(Mckey.MOST));
    }

    @Test
    void whatIsQueuedWhenLeavingIsDeliveredAndLate() throws Exception {
        said("late.mckey", "0");
        said("late.before", "0");
        said("late.left", "true");
        said("late.after", String.valueOf(LeaveLines.QUEUED));
        said("late.late", String.valueOf(LeaveLines.QUEUED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unbound | failed: EINVAL (22); | bind the id to a local address",
                "unicast | failed: EINVAL (22); | a group lies in 224.0.0.0/4 or ff00::/8",
                "stranger | failed: EADDRNOTAVAIL (99); | the id has joined no group",
                "service.unicast | failed: EINVAL (22); | IPv4 groups lie in 224.0.0.0",
                "ipv6 | FAILED ENOTSUPP: | use an IPv4 group",
                "ipv6 | failed: ENOTSUPP (524); | RoCE v2 takes groups of IPv4 only",
                "strange | failed: EADDRNOTAVAIL (99); | no network interface of this host",
                "noRdma | failed: ENODEV (19); | not of the network interface of an RDMA port",
                "noDevice | failed: ENODEV (19); | use one of the devices [rxe0, rxe1]",
                "loopback | (EOPNOTSUPP) | they arrive",
            })
    void whatIsRefusedIsToldWithTheReason(String key, String errno, String words) throws Exception {
        String text = run.answers(PHASE).value("refused." + key);
        assertTrue(text.contains(errno) && text.contains(words), text);
    }

    @Test
    void whatIsRefusedLeavesNothing() throws Exception {
        said("refused.resources", NOTHING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "closed-user | EACCES (13) | KERNEL==\"rdma_cm\"",
                "closed-no-udev | EACCES (13) | KERNEL==\"rdma_cm\"",
                "no-cm | ENODEV (19) | modprobe rdma_ucm",
            })
    void whoCannotOpenTheDeviceFileIsToldWhy(String phase, String errno, String words)
            throws Exception {
        for (String key : new String[] {"cm.open", "cm.openAgain"}) {
            String text = run.answers(phase).value(key);
            String start = "rdma_create_event_channel on this host failed: " + errno + "; ";
            assertTrue(text.startsWith(start) && text.contains(words), text);
        }
    }

    /** The receives of each of them alone are an eighth of a mebibyte. */
    @Test
    void manyMembershipsLeaveNothing() throws Exception {
        Answers said = run.answers(ROUNDS);
        assertEquals(String.valueOf(RoundsLines.ROUNDS), said.value("rounds.done"));
        for (String kind : List.of("resources", "files", "threads")) {
            assertEquals(
                    said.value("rounds." + kind + ".before"),
                    said.value("rounds." + kind + ".after"),
                    kind);
        }
        long grown =
                number(ROUNDS, "rounds.resident.after") - number(ROUNDS, "rounds.resident.before");
        assertTrue(grown < TOLERATED_BYTES, grown + " bytes more");
    }

    /**
     * The driver of Linux 6.1 asks the interface for the group's Ethernet address with each
     * attachment and never gives it back. That is the kernel's; the agent attaches once for each
     * membership.
     */
    @Test
    void theKernelItselfKeepsAtMostAnAddressForEachMembership() throws Exception {
        long kept =
                number(ROUNDS, "rounds.macReferences.after")
                        - number(ROUNDS, "rounds.macReferences.before");
        assertTrue(kept <= RoundsLines.ROUNDS - RoundsLines.FIRST, kept + " references");
    }

    private static void said(String key, String value) throws Exception {
        assertEquals(value, run.answers(PHASE).value(key));
    }

    private static long number(String phase, String key) throws Exception {
        return Long.parseLong(run.answers(phase).value(key));
    }
}
