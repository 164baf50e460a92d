// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request over HTTP comes from, at the real Jolokia. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class HttpSitesTest {
    private static final String BEAN = "rdma:type=Visited,device=d,port=1";
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
                "Host: evil.example",
                "Host: evil.example:$PORT",
                "Host: 127.0.0.1.evil.example",
                "Host: localhost.evil.example",
                "Host: 10.0.0.1:$PORT",
                "Host:",
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: https://127.0.0.1:$PORT",
                "Origin: http://127.0.0.1",
                "Origin: http://localhost:$PORT",
                "Origin: http://127.0.0.1:$PORT.evil.example",
                "Origin: https://ui.example",
                "Origin: http://ui.example:8443",
                "Origin: https://ui.example:8443\r\nOrigin: http://evil.example",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: anything",
                "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site",
                "Origin: http://127.0.0.1:$PORT\r\nSec-Fetch-Site: cross-site",
                "Referer: http://evil.example/page",
                "Referer: http://127.0.0.1:$PORT@evil.example/",
            })
    void whatAnotherSiteSendsIsRefused(String headers) throws Exception {
        String[] all = (headers + "\r\n" + JSON + "\r\n" + HttpRoad.basic("admin")).split("\r\n");
        for (String line : new String[] {"POST /jolokia", "GET /jolokia/read/" + BEAN}) {
            HttpRoad.Reply reply = road.send(line, line.startsWith("P") ? EXEC_RESET : "", all);
            boolean refused = reply.status() == 403 || reply.status() == 400;
            assertTrue(refused, reply.head() + reply.body());
            assertFalse(reply.body().contains("{"), reply.body());
            assertFalse(reply.hasHeader("Access-Control-Allow-Origin"), reply.head());
        }
        assertEquals(0, THERMOSTAT.changes.get());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Host: localhost",
                "Host: LOCALHOST:$PORT",
                "Host: [::1]:$PORT",
                "Host: 127.0.0.1",
                "Host: rdma.example:80",
                "Origin: http://127.0.0.1:$PORT",
                "Origin: http://127.0.0.1:$PORT\r\nSec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Host: rdma.example\r\nOrigin: http://rdma.example",
                "Host: rdma.example\r\nOrigin: http://rdma.example:80",
                "Referer: http://127.0.0.1:$PORT/ui/page?x",
            })
    void whatOurOwnPagesAndToolsSendIsServed(String headers) throws Exception {
        String[] all = (headers + "\r\n" + JSON + "\r\n" + HttpRoad.basic("admin")).split("\r\n");
        HttpRoad.Reply reply = road.send("POST /jolokia", EXEC_RESET, all);
        assertTrue(reply.body().contains("\"status\":200"), reply.head() + reply.body());
        assertEquals(1, THERMOSTAT.changes.get());
    }

    @Test
    void aListedSiteIsServedAndMayReadTheAnswer() throws Exception {
        HttpRoad.Reply reply =
                road.send(
                        "GET /jolokia/version",
                        "",
                        "Origin: https://ui.example:8443",
                        "Sec-Fetch-Site: cross-site",
                        HttpRoad.basic("viewer"));
        assertEquals(200, reply.status());
        assertTrue(reply.body().contains("\"value\""), reply.body());
        assertTrue(reply.head().contains("Access-Control-Allow-Origin: https://ui.example:8443"));
        assertFalse(
                road.send("GET /jolokia/version", "", HttpRoad.basic("viewer"))
                        .hasHeader("Access-Control-Allow-Origin"));
    }

    @Test
    void aPreflightIsAnsweredEmptyToListedSitesOnly() throws Exception {
        String asks = "Access-Control-Request-Method: POST";
        HttpRoad.Reply listed =
                road.send("OPTIONS /jolokia", "", asks, "Origin: https://ui.example:8443");
        assertEquals(204, listed.status());
        assertEquals("", listed.body());
        assertTrue(listed.head().contains("Access-Control-Allow-Origin: https://ui.example:8443"));
        HttpRoad.Reply stranger =
                road.send("OPTIONS /jolokia", "", asks, "Origin: http://evil.example");
        assertEquals(403, stranger.status());
        assertFalse(stranger.hasHeader("Access-Control-Allow-Origin"));
    }
}
