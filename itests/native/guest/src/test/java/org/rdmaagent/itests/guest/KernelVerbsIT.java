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
import org.rdmaagent.itests.contract.ContractCase;

/** The verbs on a kernel's own objects: the contract, the events of a cable, the MBeans above. */
class KernelVerbsIT {
    private static final String PHASE = "verbs";
    private static final List<ContractCase> CASES = RxeRig.cases();
    private static GuestRun run;

    @BeforeAll
    static void runAllPhases() throws Exception {
        run = GuestRun.shared();
    }

    /** A case that did not run is a failure: it has said nothing. */
    @TestFactory
    Stream<DynamicTest> theContractHoldsOnSoftRoce() throws Exception {
        Answers said = run.said(PHASE);
        return CASES.stream().map(one -> dynamicTest(one.name(), () -> holds(one, said)));
    }

    private static void holds(ContractCase one, Answers said) {
        assertEquals(ContractLines.PASSED, said.value(ContractLines.key(one)));
    }

    @Test
    void eachCaseHasANameOfItsOwn() {
        List<String> names = CASES.stream().map(ContractCase::name).toList();
        assertEquals(names.stream().distinct().toList(), names);
    }

    /** To its last line, without an error of the JVM's. */
    @Test
    void thePhaseEndsWell() throws Exception {
        String last = ContractLines.key(CASES.get(CASES.size() - 1));
        assertEquals(ContractLines.PASSED, run.answers(PHASE).value(last));
    }

    /** The near end loses its IPv6 address with the link; the far end only loses the signal. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "down.rxe0: [GID_CHANGE of port 1, PORT_ERR of port 1]",
                "down.rxe1: [PORT_ERR of port 1]",
                "up.rxe0: [PORT_ACTIVE of port 1]",
                "up.rxe1: [PORT_ACTIVE of port 1]",
                "address.rxe0: [GID_CHANGE of port 1]",
            })
    void bothEndsAreToldOfTheLink(String step, String kinds) throws Exception {
        assertEquals(kinds, run.said(PHASE).value("link." + step));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "down | [rdma.event.gid_change: GID_CHANGE on rxe0/1,"
                        + " rdma.event.port_err: PORT_ERR on rxe0/1]",
                "up | [rdma.event.port_active: PORT_ACTIVE on rxe0/1]",
                "address | [rdma.event.gid_change: GID_CHANGE on rxe0/1]",
            })
    void aJmxClientHearsOfTheLink(String step, String notifications) throws Exception {
        assertEquals(notifications, run.said(PHASE).value("jmx." + step));
    }

    @ParameterizedTest
    @CsvSource({"active,true: RC on rxe0/1: 100 of 100", "again,true: RC on rxe0/1: 100 of 100"})
    void theSelfTestPassesWhileThePortIsActive(String step, String start) throws Exception {
        String text = run.said(PHASE).value("jmx.selfTest." + step);
        assertTrue(text.startsWith(start), text);
    }

    @Test
    void theSelfTestOfAPortThatIsDownSaysSo() throws Exception {
        String text = run.said(PHASE).value("jmx.selfTest.down");
        assertTrue(text.startsWith("false: rxe0/1 is DOWN"), text);
        assertTrue(text.contains("check the cable"), text);
    }
}
