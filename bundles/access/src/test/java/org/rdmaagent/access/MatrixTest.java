// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of roles, on the files that are shipped. */
final class MatrixTest {
    static final Caller VIEWER = new Caller(Set.of("viewer"));
    static final Caller MANAGER = new Caller(Set.of("viewer", "manager"));
    static final Caller ADMIN = new Caller(Set.of("viewer", "manager", "admin"));
    private static final List<String> JVM =
            List.of(
                    "java.lang",
                    "java.nio",
                    "java.util.logging",
                    "com.sun.management",
                    "jdk.management",
                    "jdk.management.jfr",
                    "JMImplementation");

    private final MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
    private final AccessPolicy policy = new AccessPolicy(ShippedRules::read, platform);

    @BeforeEach
    void loadEveryBeanOfTheJvm() throws Exception {
        Class.forName("jdk.management.jfr.FlightRecorderMXBean");
    }

    @ParameterizedTest
    @CsvSource({
        "export, java.lang.String, viewer",
        "discover, '', manager",
        "discover, 'java.lang.String,int', manager",
        "destroy, '', manager",
        "cancel, '', manager",
        "debug, boolean, manager",
        "showProgress, boolean, manager",
        "setMaxSmpsOnWire, int, manager",
        "join, 'java.lang.String,java.lang.String', manager",
        "joinWith, 'java.lang.String,java.lang.String,java.lang.String', manager",
        "leave, java.lang.String, manager",
        "groups, java.lang.String, manager",
        "members, 'java.lang.String,java.lang.String', manager",
        "selfTest, '', manager",
        "setThresholdPerSecond, long, manager",
        "attachMulticast, 'java.lang.String,int', admin",
        "detachMulticast, 'java.lang.String,int', admin",
        "setLogWqsRangeSize, int, admin",
        "resetCounters, '', admin",
        "stop, '', admin",
        "swap, '', admin",
        "setAnything, int, admin",
    })
    void whoMayCallWhat(String operation, String types, String least) throws Exception {
        ObjectName name = new ObjectName("rdma:type=Fabric,device=mlx4_0,port=1");
        List<String> signature = types.isEmpty() ? List.of() : List.of(types.split(","));
        List<Caller> callers = List.of(VIEWER, MANAGER, ADMIN);
        int from = List.of("viewer", "manager", "admin").indexOf(least);
        for (Caller caller : callers) {
            assertEquals(
                    callers.indexOf(caller) >= from,
                    policy.mayInvoke(caller, name, operation, signature, null),
                    caller.toString());
        }
    }

    @Test
    void aViewerReadsEveryAttributeOfTheJvmAndCallsNothing() throws Exception {
        int attributes = 0;
        int operations = 0;
        for (String domain : JVM) {
            for (ObjectName name : platform.queryNames(new ObjectName(domain + ":*"), null)) {
                for (MBeanAttributeInfo attribute : platform.getMBeanInfo(name).getAttributes()) {
                    String what = name + " " + attribute.getName();
                    assertTrue(policy.mayRead(VIEWER, name, attribute.getName()), what);
                    assertFalse(policy.mayWrite(VIEWER, name, attribute.getName()), what);
                    assertFalse(policy.mayWrite(MANAGER, name, attribute.getName()), what);
                    attributes++;
                }
                for (MBeanOperationInfo operation : platform.getMBeanInfo(name).getOperations()) {
                    String what = name + " " + operation.getName();
                    assertFalse(policy.mayInvokeAny(VIEWER, name, operation.getName()), what);
                    assertFalse(policy.mayInvokeAny(MANAGER, name, operation.getName()), what);
                    assertTrue(policy.mayInvokeAny(ADMIN, name, operation.getName()), what);
                    operations++;
                }
            }
        }
        assertTrue(attributes > 100 && operations > 30, attributes + ", " + operations);
    }

    @Test
    void notificationsArePulledByViewersOtherJolokiaOperationsAreForAdmin() throws Exception {
        ObjectName store = new ObjectName("jolokia:type=NotificationStore,agent=10.1.2.3-7-ab");
        ObjectName settings = new ObjectName("jolokia:type=Config,agent=10.1.2.3-7-ab");
        List<String> text = List.of("java.lang.String");
        assertTrue(policy.mayInvoke(VIEWER, store, "pull", text, null));
        assertFalse(policy.mayInvoke(VIEWER, settings, "resetHistoryEntries", List.of(), null));
        assertFalse(policy.mayRead(VIEWER, settings, "Debug"));
        assertTrue(policy.mayInvoke(ADMIN, settings, "resetHistoryEntries", List.of(), null));
    }

    @Test
    void otherDomainsAreForAdmin() throws Exception {
        ObjectName name = new ObjectName("org.apache.karaf:type=config,name=root");
        assertFalse(policy.mayRead(VIEWER, name, "Configs"));
        assertFalse(policy.mayRead(MANAGER, name, "Configs"));
        assertTrue(policy.mayRead(ADMIN, name, "Configs"));
        assertTrue(policy.mayAnything(ADMIN));
        assertFalse(policy.mayAnything(MANAGER));
    }

    @Test
    void withoutRulesEverythingIsRefused() throws Exception {
        AccessPolicy none = new AccessPolicy(Map::of, platform);
        ObjectName name = new ObjectName("java.lang:type=Memory");
        assertFalse(none.mayRead(ADMIN, name, "Verbose"));
        assertFalse(none.mayAnything(ADMIN));
    }

    @Test
    void aChangedFileCountsFromTheNextQuestionOn() throws Exception {
        Map<String, Map<String, ?>> rules = new HashMap<>(ShippedRules.read());
        AccessPolicy changing = new AccessPolicy(() -> rules, platform);
        ObjectName name = new ObjectName("java.lang:type=Memory");
        assertFalse(changing.mayInvokeAny(VIEWER, name, "gc"));
        rules.put("jmx.acl.java.lang.Memory", Map.of("gc()", "viewer"));
        changing.forget();
        assertTrue(changing.mayInvokeAny(VIEWER, name, "gc"));
        assertTrue(changing.mayRead(VIEWER, name, "Verbose"), "the domain's file still counts");
    }

    @Test
    void keysInAnotherOrderFindTheSameRules() throws Exception {
        MBeanServer own = MBeanServerFactory.newMBeanServer();
        own.createMBean(
                "javax.management.timer.Timer", new ObjectName("rdma:type=T,device=d,port=1"));
        Map<String, Map<String, ?>> rules = new HashMap<>(ShippedRules.read());
        rules.put("jmx.acl.rdma.T.d", Map.of("getSendPastNotifications", "admin"));
        AccessPolicy strict = new AccessPolicy(() -> rules, own);
        ObjectName dodge = new ObjectName("rdma:port=1,device=d,type=T");
        assertFalse(strict.mayRead(VIEWER, dodge, "SendPastNotifications"));
        assertTrue(strict.mayRead(VIEWER, dodge, "NbNotifications"));
    }

    @Test
    void theWhitelistExemptsAsItDoesInKaraf() throws Exception {
        Map<String, Map<String, ?>> rules = new HashMap<>(ShippedRules.read());
        rules.put(AccessPolicy.WHITELIST, Map.of("java.lang.Memory;gc", ""));
        AccessPolicy open = new AccessPolicy(() -> rules, platform);
        assertTrue(open.mayInvokeAny(VIEWER, new ObjectName("java.lang:type=Memory"), "gc"));
        assertFalse(open.mayInvokeAny(VIEWER, new ObjectName("java.lang:type=Threading"), "gc"));
    }

    @Test
    void aPatternIsNobodysBean() throws Exception {
        assertFalse(policy.mayInvoke(ADMIN, new ObjectName("java.lang:*"), "gc", List.of(), null));
    }
}
