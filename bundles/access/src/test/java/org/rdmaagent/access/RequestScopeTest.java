// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.jolokia.json.JSONObject;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.JolokiaRequestFactory;
import org.jolokia.server.core.request.ProcessingParameters;
import org.jolokia.server.core.util.HttpMethod;
import org.jolokia.server.core.util.RequestType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The walls behind the door: they hold whatever the door thought a request was. */
final class RequestScopeTest {
    private final AccessPolicy policy =
            new AccessPolicy(ShippedRules::read, ManagementFactory.getPlatformMBeanServer());
    private final PolicyRestrictor restrictor = new PolicyRestrictor(policy);
    private final RequestGuard guard = new RequestGuard(policy, AnswerBudget.ofThisMachine());

    @AfterEach
    void leave() {
        RequestScope.leave();
    }

    @Test
    void withoutAScopeEverythingIsRefused() throws Exception {
        ObjectName memory = new ObjectName("java.lang:type=Memory");
        assertFalse(restrictor.isHttpMethodAllowed(HttpMethod.POST));
        assertFalse(restrictor.isTypeAllowed(RequestType.VERSION));
        assertFalse(restrictor.isAttributeReadAllowed(memory, "Verbose"));
        assertFalse(restrictor.isAttributeWriteAllowed(memory, "Verbose"));
        assertFalse(restrictor.isOperationAllowed(memory, "gc"));
        assertFalse(restrictor.isRemoteAccessAllowed("127.0.0.1"));
        assertFalse(restrictor.isOriginAllowed(null, true));
        assertTrue(restrictor.isObjectNameHidden(memory));
        for (String type : List.of("version", "list", "read", "exec")) {
            assertThrows(SecurityException.class, () -> guard.canHandle(request(type)), type);
        }
    }

    @Test
    void aScopeThatMayNotChangeChangesNothingEvenForAdmin() throws Exception {
        new RequestScope(MatrixTest.ADMIN, false, null).enter();
        ObjectName memory = new ObjectName("java.lang:type=Memory");
        assertFalse(restrictor.isOperationAllowed(memory, "gc"));
        assertFalse(restrictor.isOperationAllowed(memory, "gc()"));
        assertFalse(restrictor.isAttributeWriteAllowed(memory, "Verbose"));
        assertFalse(restrictor.isTypeAllowed(RequestType.EXEC));
        assertFalse(restrictor.isTypeAllowed(RequestType.WRITE));
        assertTrue(restrictor.isAttributeReadAllowed(memory, "Verbose"));
        assertThrows(SecurityException.class, () -> guard.canHandle(request("exec")));
        assertThrows(SecurityException.class, () -> guard.canHandle(request("EXEC")));
        assertThrows(SecurityException.class, () -> guard.canHandle(request("write")));
        assertFalse(guard.canHandle(request("read")));
    }

    @Test
    void anOperationIsJudgedWithTheTypesItNames() throws Exception {
        new RequestScope(MatrixTest.MANAGER, true, null).enter();
        ObjectName threading = new ObjectName("java.lang:type=Threading");
        for (String operation :
                List.of(
                        "getThreadInfo",
                        "getThreadInfo(long)",
                        "getThreadInfo([J)",
                        "getThreadInfo(x)",
                        "getThreadInfo(",
                        "(",
                        "")) {
            assertFalse(restrictor.isOperationAllowed(threading, operation), operation);
        }
        assertFalse(restrictor.isOperationAllowed(threading, null));
        assertFalse(restrictor.isOperationAllowed(new ObjectName("java.lang:*"), "getX"));
    }

    @Test
    void listeningIsForThoseWhoMayReadThere() throws Exception {
        new RequestScope(MatrixTest.VIEWER, true, null).enter();
        assertFalse(guard.canHandle(listenTo("java.lang:type=Memory")));
        assertThrows(SecurityException.class, () -> guard.canHandle(listenTo("no.such:type=Bean")));
    }

    @Test
    void lettersBetweenCommasAreEntries() {
        assertEquals(
                List.of("a", "b", "c"), JolokiaDoor.entries(new String[] {" a, b ,", "", "c"}));
    }

    private static JolokiaRequest request(String type) throws Exception {
        JSONObject json = new JSONObject();
        json.put("type", type);
        json.put("mbean", "java.lang:type=Memory");
        json.put("attribute", "Verbose");
        json.put("operation", "gc");
        json.put("value", "true");
        json.remove(type.equals("list") ? "mbean" : "none");
        return JolokiaRequestFactory.createPostRequest(json, new ProcessingParameters(Map.of()));
    }

    private static JolokiaRequest listenTo(String bean) throws Exception {
        JSONObject json = new JSONObject();
        json.put("type", "notification");
        json.put("command", "add");
        json.put("client", "c");
        json.put("mode", "pull");
        json.put("mbean", bean);
        return JolokiaRequestFactory.createPostRequest(json, new ProcessingParameters(Map.of()));
    }
}
