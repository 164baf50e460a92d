// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.itests.jvm.ExtendedField;

/** The provider jna on a kernel with software devices, as root and as an ordinary user. */
class GuestIT {
    private static GuestRun run;

    @BeforeAll
    static void runAllPhases() throws Exception {
        run = GuestRun.shared();
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void bothDevicesAreListedWithTheirInterfaces(String phase) throws Exception {
        Answers ours = run.answers(phase);
        assertEquals("[rxe0, rxe1]", ours.value("devices"));
        assertEquals("roce0", ours.value("rxe0/1.netdev"));
        assertEquals("roce1", ours.value("rxe1/1.netdev"));
        assertEquals("-1", ours.value("rxe0.numaNode"));
    }

    @ParameterizedTest
    @CsvSource({"root,rxe0", "root,rxe1", "user,rxe0", "user,rxe1", "down,rxe0", "down,rxe1"})
    void theDeviceAgreesWithIbvDevinfo(String phase, String device) throws Exception {
        // The tool does not write the one that is missing.
        agree(phase, "device " + device + " ", Set.of("max_map_per_fmr"), value -> value);
    }

    @ParameterizedTest
    @CsvSource({"root,rxe0", "root,rxe1", "user,rxe0", "user,rxe1", "down,rxe0", "down,rxe1"})
    void theExtendedAttributesAgreeWithIbvDevinfo(String phase, String device) throws Exception {
        Map<String, String> theirs = run.everyLine(phase, device);
        Map<String, String> told = new TreeMap<>();
        for (ExtendedField field : ExtendedField.values()) {
            field.expected(theirs)
                    .ifPresent(number -> told.put(field.ours(), Long.toString(number)));
        }
        Map<String, String> ours = new TreeMap<>();
        String subject = "extended " + device + " ";
        run.answers(phase)
                .values()
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(subject)) {
                                ours.put(key.substring(subject.length()), value);
                            }
                        });
        ours.keySet().removeAll(ExtendedField.untold(theirs));
        assertEquals(told, ours);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "rxe1"})
    void theMBeansOfDeviceAndPortAgreeWithIbvDevinfo(String device) throws Exception {
        Map<String, String> beans = new TreeMap<>();
        run.said("verbs")
                .values()
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(BeanLines.PREFIX)) {
                                beans.put(key.substring(BeanLines.PREFIX.length()), value);
                            }
                        });
        Map<String, String> theirs = run.devinfo("root").values();
        agree(
                beans,
                theirs,
                "device " + device + " ",
                Set.of("max_map_per_fmr"), // as above
                value -> value);
        agree(beans, theirs, "port " + device + "/1 ", Set.of("flags"), value -> value);
    }

    /** No key of the tool's is without a value of ours. */
    @ParameterizedTest
    @CsvSource({"root,rxe0", "user,rxe1"})
    void everyLineOfIbvDevinfoHasACounterpart(String phase, String device) throws Exception {
        Set<String> theirs = new TreeSet<>(run.everyLine(phase, device).keySet());
        theirs.removeAll(ExtendedField.keys());
        String subject = "device " + device + " ";
        for (String key : keys(run.answers(phase).values(), subject)) {
            theirs.remove(key.substring(subject.length()));
        }
        assertEquals(Set.of("hca_id"), theirs); // the name
        assertEquals("CA", run.answers(phase).value(device + ".nodeType"));
        assertEquals("", run.answers(phase).value(device + ".boardId"));
    }

    @ParameterizedTest
    @CsvSource({"root,rxe0", "root,rxe1", "user,rxe0", "user,rxe1", "down,rxe0", "down,rxe1"})
    void thePortAgreesWithIbvDevinfo(String phase, String device) throws Exception {
        agree(phase, "port " + device + "/1 ", Set.of("flags"), value -> value);
    }

    @ParameterizedTest
    @CsvSource({"root,rxe0", "root,rxe1", "user,rxe0", "user,rxe1"})
    void theGidsAgreeWithIbvDevinfo(String phase, String device) throws Exception {
        String subject = "gid " + device + "/1 ";
        agree(phase, subject, Set.of(), GuestIT::sameSpelling);
        assertEquals(
                keys(run.devinfo(phase).values(), subject), // all rows of it, too
                keys(run.answers(phase).values(), subject));
        assertEquals(3, keys(run.answers(phase).values(), subject).size());
    }

    @Test
    void theStateOfThePortFollowsTheCable() throws Exception {
        assertEquals("4", run.answers("user").value("port rxe0/1 state"));
        assertEquals("1", run.answers("down").value("port rxe0/1 state"));
        assertEquals("1", run.answers("down").value("port rxe1/1 state"));
    }

    @Test
    void theTablesNameInterfaceAndDefaultKey() throws Exception {
        Answers ours = run.answers("user");
        assertEquals("roce0", ours.value("rxe0/1.gidNetdev.0"));
        assertEquals("[PkeyEntry[index=0, pkey=65535]]", ours.value("rxe0/1.pkeys"));
    }

    @Test
    void eachDeviceHasOneContextAndNoneAfterTheEnd() throws Exception {
        assertEquals("2", run.answers("user").value("contexts"));
        assertEquals("0", run.answers("user").value("contextsAfterClose"));
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() throws Exception {
        refused("user", "noDevice", "ibv_query_device on nothere0 failed: ENODEV (19); ", "rxe0");
        refused("user", "noPort", "ibv_query_port on rxe0/2 failed: EINVAL (22); ", "1..1");
        refused("user", "openNoPort", "umad_open_port on nothere0/1 failed: ENODEV (19); ", "port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void anEthernetPortIsRefusedForSmpsWhoeverAsks(String phase) throws Exception {
        assertEquals("[]", run.answers(phase).value("umadPorts"));
        refused(
                phase,
                "open",
                "umad_open_port on rxe0/1 failed: EPROTONOSUPPORT (93); ",
                "Ethernet port has no QP0");
        // The service's contract is ENODEV for any port that cannot sweep; the text tells.
        refused(phase, "discover", "umad_open_port on rxe0/1 failed: ", "Ethernet port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "discover"})
    void anOrdinaryUserIsRefusedTheUmadFile(String key) throws Exception {
        refused(
                "masked-user",
                key,
                "umad_open_port on rxe0/1 failed: EACCES (13); ",
                "/dev/infiniband/umad*",
                "group",
                "udev rule");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "discover"})
    void rootOpensTheUmadFileAndTheKernelRefusesTheClass(String key) throws Exception {
        assertEquals("rxe0/1", run.answers("masked-root").value("opened"));
        refused(
                "masked-root",
                key,
                "umad_register on rxe0/1 failed: EPROTONOSUPPORT (93); ",
                "Ethernet port has no QP0");
    }

    @Test
    void theModuleThatIsMissingIsNamed() throws Exception {
        refused("masked-no-umad", "open", "umad_open_port on rxe0/1 failed: ", "modprobe ib_umad");
    }

    @Test
    void anOrdinaryUserIsRefusedTheDeviceFile() throws Exception {
        assertEquals("[rxe0, rxe1]", run.answers("closed-user").value("devices"));
        for (String question : Set.of("query", "context")) {
            refused(
                    "closed-user",
                    question,
                    "ibv_open_device on rxe0 failed: EACCES (13); ",
                    "/dev/infiniband/uverbs*",
                    "group",
                    "udev rule");
        }
    }

    @Test
    void anOrdinaryUserIsRefusedTheDeviceFileWhereThereIsNoUdev() throws Exception {
        refused("closed-no-udev", "query", "ibv_open_device on rxe0 failed: EACCES (13); ");
        refused("closed-no-udev", "context", "ibv_open_device on rxe0 failed: EACCES (13); ");
    }

    @Test
    void anOrdinaryUserIsHeldToTheLimitOfLockedMemory() throws Exception {
        assertEquals("4096 bytes", run.answers("user").value("fewLocked"));
        refused(
                "user",
                "manyLocked",
                "ibv_reg_mr on rxe0 mr many failed: ENOMEM (12); ",
                "64 KiB",
                "ulimit -l",
                "LimitMEMLOCK=");
        assertEquals("2", run.answers("user").value("heldAfterRefusal"));
    }

    @Test
    void rootIsNotHeldToTheLimitOfLockedMemory() throws Exception {
        assertEquals("16777216 bytes", run.answers("root").value("manyLocked"));
    }

    /** What ours says of a subject, the tool says too, but for what it never writes. */
    private static void agree(
            String phase, String subject, Set<String> unwritten, UnaryOperator<String> spelling)
            throws IOException {
        agree(
                run.answers(phase).values(),
                run.devinfo(phase).values(),
                subject,
                unwritten,
                spelling);
    }

    private static void agree(
            Map<String, String> ours,
            Map<String, String> theirs,
            String subject,
            Set<String> unwritten,
            UnaryOperator<String> spelling) {
        Set<String> keys = keys(ours, subject);
        assertFalse(keys.isEmpty(), "nothing is said about " + subject);
        keys.removeIf(key -> unwritten.contains(key.substring(subject.length())));
        Map<String, String> differences = new TreeMap<>();
        for (String key : keys) {
            String our = String.valueOf(ours.get(key));
            String their = String.valueOf(theirs.get(key));
            if (!spelling.apply(our).equals(spelling.apply(their))) {
                differences.put(key, our + ", and ibv_devinfo says " + their);
            }
        }
        assertEquals(Map.of(), differences);
    }

    private static Set<String> keys(Map<String, String> values, String subject) {
        Set<String> keys = new TreeSet<>(values.keySet());
        keys.removeIf(key -> !key.startsWith(subject));
        return keys;
    }

    /** The tool shortens a GID as an IPv6 address. */
    private static String sameSpelling(String gidAndType) {
        int comma = gidAndType.indexOf(',');
        try {
            return InetAddress.getByName(gidAndType.substring(0, comma)).getHostAddress()
                    + gidAndType.substring(comma);
        } catch (IOException e) {
            throw new AssertionError(gidAndType, e);
        }
    }

    private static void refused(String phase, String key, String start, String... remedies)
            throws IOException {
        String text = run.answers(phase).value(key);
        assertTrue(text.startsWith(start), text);
        for (String remedy : remedies) {
            assertTrue(text.contains(remedy), text);
        }
    }
}
