// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of the road over HTTP, at the real Jolokia. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class HttpRoadTest {
    private static final String BEAN = "rdma:type=Thermostat,device=d,port=1";
    private static final String EXEC_RESET =
            "{\"type\":\"exec\",\"mbean\":\"" + BEAN + "\",\"operation\":\"resetCounters\"}";
    private static final String JSON = "Content-Type: application/json";
    private static final Thermostat THERMOSTAT = new Thermostat();
    private static HttpRoad road;

    @BeforeAll
    static void start() throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(THERMOSTAT, new ObjectName(BEAN));
        road = new HttpRoad(true);
    }

    @AfterAll
    static void stop() throws Exception {
        road.close();
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
    }

    @AfterEach
    void forget() {
        THERMOSTAT.changes.set(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /jolokia",
                "GET /jolokia/",
                "GET /jolokia/version",
                "GET /jolokia/read/java.lang:type=Memory",
                "GET /jolokia/exec/java.lang:type=Memory/gc",
                "GET /jolokia/list",
                "GET /jolokia?p=version",
                "HEAD /jolokia/version",
                "PUT /jolokia/version",
                "DELETE /jolokia/version",
                "TRACE /jolokia/version",
                "OPTIONS /jolokia",
                "POST /jolokia",
                "POST /jolokia/read/java.lang:type=Memory",
            })
    void withoutALoginThereIsNothingBut401(String line) throws Exception {
        for (String login :
                new String[] {
                    "",
                    "Authorization: Basic",
                    "Authorization: Basic !!!",
                    "Authorization: Basic dmlld2Vy",
                    "Authorization: Basic OnZpZXdlci13b3Jk",
                    "Authorization: Bearer x",
                    "Authorization: Basic dmlld2VyOg==",
                }) {
            HttpRoad.Reply reply = road.send(line, "", login, JSON);
            assertEquals(401, reply.status(), login);
            assertFalse(reply.body().contains("{"), reply.body());
            assertTrue(reply.hasHeader("WWW-Authenticate"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "viewer  | {'type':'version'} | 200",
                "viewer  | {'type':'read','mbean':'@','attribute':'Degrees'} | 200",
                "viewer  | {'type':'read','mbean':'@'} | 200",
                "viewer  | {'type':'read','mbean':'rdma:*','attribute':'Degrees'} | 200",
                "viewer  | {'type':'read','mbean':'java.lang:type=Memory'} | 200",
                "viewer  | {'type':'search','mbean':'rdma:*'} | 200",
                "viewer  | {'type':'list','path':'rdma'} | 200",
                "viewer  | {'type':'exec','mbean':'@','operation':'export','arguments':['x']} |"
                        + " 200",
                "viewer  | {'type':'notification','command':'register'} | 200",
                "viewer  | {'type':'exec','mbean':'@','operation':'discover()'} | 403",
                "viewer  | {'type':'exec','mbean':'@','operation':'resetCounters'} | 403",
                "viewer  | {'type':'EXEC','mbean':'@','operation':'resetCounters'} | 403",
                "viewer  | {'type':'exec','mbean':'rdma:*','operation':'export','arguments':['x']}"
                        + " | 403",
                "viewer  | {'type':'write','mbean':'@','attribute':'Degrees','value':1} | 403",
                "viewer  | {'type':'write','mbean':'rdma:*','attribute':'Degrees','value':1} | 403",
                "viewer  | {'type':'exec','mbean':'java.lang:type=Memory','operation':'gc'} | 403",
                "viewer  | {'type':'exec','mbean':'java.lang:type=Threading',"
                        + "'operation':'getThreadInfo(long)','arguments':[1]} | 403",
                "manager | {'type':'exec','mbean':'@','operation':'discover()'} | 200",
                "manager | {'type':'exec','mbean':'@','operation':'discover(java.lang.String,int)',"
                        + "'arguments':['a',1]} | 200",
                "manager | {'type':'exec','mbean':'@','operation':'resetCounters'} | 403",
                "manager | {'type':'write','mbean':'@','attribute':'Degrees','value':1} | 403",
                "admin   | {'type':'exec','mbean':'@','operation':'resetCounters'} | 200",
                "admin   | {'type':'write','mbean':'@','attribute':'Degrees','value':1} | 200",
                "admin   | {'type':'exec','mbean':'rdma:*','operation':'resetCounters'} | 403",
                "admin   | {'type':'exec','mbean':'java.lang:type=Memory','operation':'gc'} | 200",
            })
    void whoMayDoWhat(String user, String body, int status) throws Exception {
        String sent = body.replace("'", "\"").replace("@", BEAN);
        HttpRoad.Reply reply = road.send("POST /jolokia", sent, HttpRoad.basic(user), JSON);
        assertEquals(200, reply.status(), reply.body());
        assertTrue(reply.body().contains("\"status\":" + status), reply.body());
        boolean changes =
                body.contains("reset") || body.contains("discover") || body.contains("write");
        assertEquals(status == 200 && changes ? 1 : 0, THERMOSTAT.changes.get());
    }

    @Test
    void inABulkRequestEachPartIsJudged() throws Exception {
        String body =
                "[{\"type\":\"read\",\"mbean\":\""
                        + BEAN
                        + "\",\"attribute\":\"Degrees\"},"
                        + EXEC_RESET
                        + "]";
        HttpRoad.Reply reply = road.send("POST /jolokia", body, HttpRoad.basic("viewer"), JSON);
        assertTrue(reply.body().matches("(?s).*\"status\":200.*\"status\":403.*"), reply.body());
        assertEquals(0, THERMOSTAT.changes.get());
    }

    /** None of these may reach an operation, whoever is logged in. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /jolokia/exec/@/resetCounters | 403",
                "GET /jolokia/EXEC/@/resetCounters | 403",
                "GET /jolokia/%65xec/@/resetCounters | 403",
                "GET /jolokia/%45%58%45%43/@/resetCounters | 403",
                "GET /jolokia/;x=y/exec/@/resetCounters | 403",
                "GET /jolokia/exec;x=y/@/resetCounters | 403",
                "GET /jolokia/read/../exec/@/resetCounters | 403",
                "GET /jolokia//exec/@/resetCounters | 403",
                "GET /jolokia/exec/@/resetCounters/a!//b | 403",
                "GET /jolokia/read/exec/@/resetCounters!// | 403",
                "GET /jolokia/write/@/Degrees/1 | 403",
                "GET /jolokia/%77rite/@/Degrees/1 | 403",
                "GET /jolokia?p=exec/@/resetCounters | 403",
                "GET /jolokia/?p=exec/@/resetCounters | 403",
                "GET /jolokia/?p=/exec/@/resetCounters | 403",
                "GET /jolokia/?%70=exec/@/resetCounters | 403",
                "HEAD /jolokia/exec/@/resetCounters | 405",
                "PUT /jolokia/exec/@/resetCounters | 405",
                "TRACE /jolokia/exec/@/resetCounters | 405",
                "OPTIONS /jolokia/exec/@/resetCounters | 405",
                "GET /jolokia/read/@/Degrees?callback=f | 403",
            })
    void changingByAnythingButAJsonPostIsRefused(String line, int status) throws Exception {
        HttpRoad.Reply reply = road.send(line.replace("@", BEAN), "", HttpRoad.basic("admin"));
        assertEquals(0, THERMOSTAT.changes.get());
        boolean refused = reply.status() == 400 || reply.status() == status;
        assertTrue(refused, reply.status() + reply.body());
        assertFalse(reply.body().contains("\"status\":200"), reply.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type: text/plain",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: multipart/form-data; boundary=x",
                "Content-Type: text/plain; application/json",
                "Content-Type: application/json-patch",
                "Content-Type: application/json\r\nContent-Type: text/plain",
            })
    void aPostThatIsNotJsonIsRefused(String type) throws Exception {
        HttpRoad.Reply reply =
                road.send("POST /jolokia", EXEC_RESET, HttpRoad.basic("admin"), type);
        assertTrue(Set.of(400, 415).contains(reply.status()), reply.head());
        assertEquals(0, THERMOSTAT.changes.get());
    }

    @Test
    void aBrowsersScriptGetsNoLoginDialog() throws Exception {
        HttpRoad.Reply reply = road.send("GET /jolokia", "", "Sec-Fetch-Mode: cors");
        assertEquals(401, reply.status());
        assertFalse(reply.hasHeader("WWW-Authenticate"));
    }

    @Test
    void aBodyIsBounded() throws Exception {
        String small = EXEC_RESET + " ".repeat(HttpRoad.MAX_BODY - EXEC_RESET.length());
        assertEquals(
                200, road.send("POST /jolokia", small, HttpRoad.basic("admin"), JSON).status());
        assertEquals(
                413,
                road.send("POST /jolokia", small + " ", HttpRoad.basic("admin"), JSON).status());
        String chunk = Integer.toHexString(small.length() + 1) + "\r\n" + small + " \r\n0\r\n\r\n";
        HttpRoad.Reply chunked =
                road.sendChunked("POST /jolokia", chunk, HttpRoad.basic("admin"), JSON);
        assertEquals(413, chunked.status());
        assertEquals(1, THERMOSTAT.changes.get());
    }

    @Test
    void theNumberOfPartsIsBounded() throws Exception {
        String body = "[" + "{},".repeat(RequestRules.MAX_PARTS) + "{}]";
        HttpRoad.Reply reply = road.send("POST /jolokia", body, HttpRoad.basic("viewer"), JSON);
        assertEquals(413, reply.status());
    }

    @Test
    void answersAreNeitherKeptNorGuessed() throws Exception {
        for (String login : new String[] {"", HttpRoad.basic("viewer")}) {
            HttpRoad.Reply reply = road.send("GET /jolokia/version", "", login);
            assertTrue(reply.head().contains("Cache-Control: no-store"), reply.head());
            assertTrue(reply.head().contains("X-Content-Type-Options: nosniff"), reply.head());
        }
    }

    @Test
    void whatAViewerCannotReadIsNotListed() throws Exception {
        HttpRoad.Reply viewer = road.send("GET /jolokia/search/*:*", "", HttpRoad.basic("viewer"));
        assertTrue(viewer.body().contains("rdma:"), viewer.body());
        assertFalse(viewer.body().contains("type=Config"), viewer.body());
        HttpRoad.Reply admin = road.send("GET /jolokia/search/*:*", "", HttpRoad.basic("admin"));
        assertTrue(admin.body().contains("type=Config"), admin.body());
    }

    @Test
    void errorsCarryNoStackTrace() throws Exception {
        String body =
                "{\"type\":\"read\",\"mbean\":\"rdma:type=None\",\"attribute\":\"X\",\"config\":"
                        + "{\"includeStackTrace\":\"true\",\"serializeException\":\"true\"}}";
        HttpRoad.Reply reply = road.send("POST /jolokia", body, HttpRoad.basic("viewer"), JSON);
        assertFalse(reply.body().contains("stacktrace"), reply.body());
    }

    @Test
    void jolokiasServletWithoutOurDoorServesNothing() throws Exception {
        try (HttpRoad open = new HttpRoad(false)) {
            HttpRoad.Reply reply = open.send("GET /jolokia/version", "", HttpRoad.basic("admin"));
            assertEquals(503, reply.status());
            assertFalse(reply.body().contains("{"));
        }
    }
}
