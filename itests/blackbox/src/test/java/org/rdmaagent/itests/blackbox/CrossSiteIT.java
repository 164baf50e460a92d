// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What another web site can make the operator's browser send, with the admin's login in its cache:
 * nothing of it is done or answered. What our own pages and tools send is.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class CrossSiteIT {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";
    private static final String MEMORY = "java.lang:type=Memory";
    private static final String LISTED = "https://ui.example:8443";
    private static final String JSON = "Content-Type: application/json";

    /** The deed that every row attempts; a value that the agent never has by itself. */
    private static final int DEED = 77;

    private static final String EXEC =
            "{\"type\":\"exec\",\"mbean\":\""
                    + FABRIC
                    + "\",\"operation\":\"setMaxSmpsOnWire\",\"arguments\":["
                    + DEED
                    + "]}";
    private static final String READ =
            "{\"type\":\"read\",\"mbean\":\"" + FABRIC + "\",\"attribute\":\"MaxSmpsOnWire\"}";

    /** 400: the server itself does not take such a request. */
    private static final Set<Integer> REFUSALS = Set.of(400, 401, 403, 404, 405, 413, 415);

    @TempDir private static Path folder;
    private static AgentProcess agent;
    private static RawHttp http;
    private static JolokiaClient admin;
    private static int before;

    /** A first start lays out the settings; the second one has a listed site. */
    @BeforeAll
    static void start() throws Exception {
        List<String> options = List.of("--provider", "sim");
        try (AgentProcess first = AgentProcess.start(folder.resolve("home"), options, Map.of())) {
            first.awaitReady();
        }
        Files.writeString(
                folder.resolve("home/etc/org.rdmaagent.access.cfg"),
                "\nallowedOrigins = " + LISTED + "\n",
                StandardOpenOption.APPEND);
        agent = AgentProcess.start(folder.resolve("home"), options, Map.of());
        agent.awaitReady();
        http = new RawHttp(agent.httpPort());
        admin = new JolokiaClient(agent.httpPort(), "admin", AgentProcess.ADMIN_PASSWORD);
        before = onWire();
        assertTrue(before != DEED, "the agent's own value");
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
    }

    @AfterEach
    void nothingIsLeftOver() throws Exception {
        if (onWire() == DEED) {
            admin.ask(EXEC.replace("[" + DEED + "]", "[" + before + "]"));
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/cross-site-headers.csv", delimiter = '|')
    void whatAnotherSiteSendsIsRefused(String headers) throws Exception {
        String[] all = {headers.replace(" ++ ", "\r\n"), JSON, RawHttp.login("admin")};
        refused(http.send("POST /jolokia", EXEC, all));
        refused(http.send("POST /jolokia", READ, all));
        refused(http.send("GET /jolokia/read/" + FABRIC + "/MaxSmpsOnWire", "", all));
        refused(http.send("GET /jolokia/exec/" + FABRIC + "/setMaxSmpsOnWire/" + DEED, "", all));
        refused(http.send("GET /jolokia/list", "", all));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/changing-by-get.csv", delimiter = '|')
    void changingByAnythingButAJsonPostIsRefused(String line) throws Exception {
        String sent = line.replace("@", FABRIC).replace("#", MEMORY).replace("~", "" + DEED);
        for (String site : List.of("", "Sec-Fetch-Site: none", "Origin: http://127.0.0.1:$PORT")) {
            refused(http.send(sent, "", site, RawHttp.login("admin")));
            refused(http.send(sent, EXEC, site, JSON, RawHttp.login("admin")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type:",
                "Content-Type: text/plain",
                "Content-Type: text/plain;charset=UTF-8",
                "Content-Type: text/plain; application/json",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: multipart/form-data; boundary=x",
                "Content-Type: application/jsonp",
                "Content-Type: application/json, text/plain",
                "Content-Type: text/plain, application/json",
                "Content-Type: application/json\r\nContent-Type: text/plain",
                "Content-Type: text/plain\r\nContent-Type: application/json",
            })
    void aPostThatAFormCouldSendIsRefused(String type) throws Exception {
        refused(http.send("POST /jolokia", EXEC, type, RawHttp.login("admin")));
        refused(http.send("POST /jolokia", READ, type, RawHttp.login("admin")));
        refused(http.send("POST /jolokia/", "[" + EXEC + "]", type, RawHttp.login("admin")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/json",
                "Content-Type: application/json;charset=utf-8",
                "Content-Type: Application/JSON; charset=UTF-8",
                "Content-Type: application/json\r\nOrigin: http://127.0.0.1:$PORT",
                "Content-Type: application/json\r\nOrigin: http://127.0.0.1:$PORT"
                        + "\r\nSec-Fetch-Site: same-origin",
                "Content-Type: application/json\r\nSec-Fetch-Site: none",
                "Content-Type: application/json\r\nHost: localhost:$PORT"
                        + "\r\nOrigin: http://localhost:$PORT",
                "Content-Type: application/json\r\nHost: [::1]:$PORT",
                // A forwarded port: the page came from there, so the origin is the same one.
                "Content-Type: application/json\r\nHost: localhost:9000"
                        + "\r\nOrigin: http://localhost:9000",
                "Content-Type: application/json\r\nOrigin: " + LISTED,
                "Content-Type: application/json\r\nOrigin: "
                        + LISTED
                        + "\r\nSec-Fetch-Site: cross-site",
            })
    void whatOurOwnPagesAndToolsSendIsDone(String headers) throws Exception {
        RawHttp.Reply reply = http.send("POST /jolokia", EXEC, headers, RawHttp.login("admin"));
        assertEquals(200, reply.status(), reply.head());
        assertTrue(reply.body().contains("\"status\":200"), reply.body());
        assertEquals(DEED, onWire());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Sec-Fetch-Site: none",
                "Sec-Fetch-Site: same-origin",
                "Host: localhost"
            })
    void aReadWithoutAnOriginIsAnswered(String headers) throws Exception {
        String target = "GET /jolokia/read/" + FABRIC + "/MaxSmpsOnWire";
        RawHttp.Reply reply = http.send(target, "", headers, RawHttp.login("viewer"));
        assertTrue(reply.body().contains("\"value\":" + before), reply.head() + reply.body());
        assertFalse(reply.hasHeader("Access-Control-Allow-Origin"), reply.head());
    }

    /** The rule holds for what is inside of a bulk request, however it is wrapped. */
    @Test
    void aHiddenExecInABulkRequestOfAViewerIsRefused() throws Exception {
        String body = "[" + READ + "," + EXEC + "," + EXEC.replace("exec", "EXEC") + "]";
        RawHttp.Reply reply = http.send("POST /jolokia", body, JSON, RawHttp.login("viewer"));
        assertEquals(200, reply.status());
        assertTrue(
                reply.body().matches("(?s).*\"status\":200.*\"status\":403.*\"status\":403.*"),
                reply.body());
        assertEquals(before, onWire());
    }

    @Test
    void aPreflightOfAListedSiteIsEmptyAndThatOfAnotherRefused() throws Exception {
        String asks = "Access-Control-Request-Method: POST";
        String headers = "Access-Control-Request-Headers: authorization,content-type";
        for (String login : List.of("", RawHttp.login("admin"))) {
            RawHttp.Reply listed =
                    http.send("OPTIONS /jolokia", "", asks, headers, "Origin: " + LISTED, login);
            assertEquals(204, listed.status(), listed.head());
            assertEquals("", listed.body());
            assertTrue(listed.head().contains("Access-Control-Allow-Origin: " + LISTED));
            for (String origin :
                    List.of("http://evil.example", "null", "http://127.0.0.1:1", LISTED + ".x")) {
                RawHttp.Reply other =
                        http.send(
                                "OPTIONS /jolokia", "", asks, headers, "Origin: " + origin, login);
                refused(other);
                assertFalse(other.hasHeader("Access-Control-Allow-Origin"), other.head());
            }
            refused(http.send("OPTIONS /jolokia/list", "", asks, login));
            refused(http.send("OPTIONS /jolokia/list", "", "Origin: http://x.example", login));
        }
    }

    static void refused(RawHttp.Reply reply, Object... context) throws Exception {
        String text = List.of(context) + reply.head() + "\n" + reply.body();
        assertTrue(REFUSALS.contains(reply.status()), text);
        assertFalse(reply.body().contains("\"value\""), text);
        assertFalse(reply.body().contains("{"), text);
        assertEquals(before, onWire(), text);
        assertEquals(false, admin.read(MEMORY, "Verbose"), text);
    }

    private static int onWire() throws IOException, InterruptedException {
        return ((Number) admin.read(FABRIC, "MaxSmpsOnWire")).intValue();
    }
}
