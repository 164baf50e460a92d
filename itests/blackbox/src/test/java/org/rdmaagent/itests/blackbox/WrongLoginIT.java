// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has no login, or the wrong one, and who guesses. The guessing comes last: it slows down. */
@SuppressWarnings("NullAway.Init") // set before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WrongLoginIT {
    private static final String JSON = "Content-Type: application/json";
    private static final String READ =
            "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\",\"attribute\":\"Uptime\"}";
    private static final String TARGET = "GET /jolokia/read/java.lang:type=Runtime/Uptime";
    private static final int GUESSES = 12;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir private static Path folder;
    private static AgentProcess agent;
    private static RawHttp http;

    @BeforeAll
    static void start() throws Exception {
        agent = AgentProcess.start(folder.resolve("home"), List.of("--provider", "sim"), Map.of());
        agent.awaitReady();
        http = new RawHttp(agent.httpPort());
        assertServed("admin"); // known from here on, whoever guesses
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
    }

    /** None of these is counted as a guess: no user and password can be made out of them. */
    @Order(1)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization:",
                "Authorization: Basic",
                "Authorization: Basic !!!",
                "Authorization: Basic YWRtaW4=",
                "Authorization: Basic OnBhc3N3b3Jk",
                "Authorization: Bearer YWRtaW46YWRtaW4=",
                "Authorization: Negotiate YWRtaW46YWRtaW4=",
                "Cookie: JSESSIONID=1",
                "X-Forwarded-User: admin",
                "X-Remote-User: admin",
                "Connection: close, Authorization",
            })
    void withoutALoginTheAnswerIs401(String header) throws Exception {
        for (String line : List.of(TARGET, "GET /jolokia", "GET /jolokia/list")) {
            refused(http.send(line, "", header));
        }
        refused(http.send("POST /jolokia", READ, JSON, header));
        refused(http.exchange(TARGET + " HTTP/1.0", "", header));
    }

    @Order(2)
    @Test
    void twoLoginsInOneRequestAreNone() throws Exception {
        String good = RawHttp.login("admin");
        refused(http.send(TARGET, "", good, RawHttp.login("viewer", "x")));
        refused(http.send(TARGET, "", RawHttp.login("viewer", "x"), good));
    }

    /** A browser that asks for a script of a page must not offer the operator a login. */
    @Order(3)
    @ParameterizedTest
    @ValueSource(strings = {"cors", "no-cors", "navigate", "same-origin", "websocket"})
    void aBrowsersRequestIsNotAskedForALogin(String mode) throws Exception {
        RawHttp.Reply reply = http.send(TARGET, "", "Sec-Fetch-Mode: " + mode);
        assertEquals(401, reply.status());
        assertFalse(reply.hasHeader("WWW-Authenticate"), reply.head());
        assertTrue(http.send(TARGET, "").hasHeader("WWW-Authenticate"), "a tool's is");
    }

    @Order(4)
    @Test
    void withoutAHostNothingIsServed() throws Exception {
        for (String login : List.of("", RawHttp.login("admin"))) {
            for (String version : List.of("HTTP/1.0", "HTTP/1.1")) {
                RawHttp.Reply reply = http.exchange(TARGET + " " + version, "", "Host-", login);
                assertTrue(List.of(400, 403).contains(reply.status()), reply.head());
                assertFalse(reply.body().contains("{"), reply.body());
            }
            RawHttp.Reply old = http.exchange(TARGET, "", "Host-", login); // HTTP/0.9
            assertFalse((old.head() + old.body()).contains("\"value\""), old.head());
        }
    }

    @Order(5)
    @Test
    void aWrongPasswordIs401() throws Exception {
        refused(http.send(TARGET, "", RawHttp.login("viewer", "wrong")));
        refused(http.send(TARGET, "", RawHttp.login("viewer", "")));
        refused(http.send(TARGET, "", RawHttp.login("nobody", AgentProcess.ADMIN_PASSWORD)));
        refused(http.send(TARGET, "", RawHttp.login("Admin", AgentProcess.ADMIN_PASSWORD)));
        assertServed("viewer");
    }

    @Order(6)
    @Test
    void guessingSlowsDownAndThePasswordIsNotToldMeanwhile() throws Exception {
        boolean slowed = false;
        for (int i = 0; i < GUESSES; i++) {
            RawHttp.Reply reply = http.send(TARGET, "", RawHttp.login("manager", "guess " + i));
            refused(reply);
            slowed |= reply.hasHeader("Retry-After");
        }
        assertTrue(slowed, "Retry-After after " + GUESSES + " guesses");
        refused(http.send(TARGET, "", RawHttp.login("manager"))); // right, but too early
        assertServed("admin");
        assertServed("viewer");
        long end = System.nanoTime() + LIMIT_NANOS;
        while (http.send(TARGET, "", RawHttp.login("manager")).status() != 200) {
            assertTrue(System.nanoTime() < end, "locked out for long");
            TimeUnit.MILLISECONDS.sleep(200); // a real clock has to move
        }
    }

    @Order(7)
    @Test
    void aWrongLoginOverJmxIsRefused() throws Exception {
        Roads roads = new Roads(agent);
        for (int i = 0; i < GUESSES; i++) {
            assertThrows(SecurityException.class, () -> roads.overJmx("viewer", "wrong").close());
        }
        assertThrows(SecurityException.class, () -> roads.overJmx("nobody", "").close());
        roads.overJmx(Role.VIEWER).close();
    }

    private static void assertServed(String user) throws Exception {
        RawHttp.Reply reply = http.send(TARGET, "", RawHttp.login(user));
        assertTrue(reply.body().contains("\"value\""), reply.head() + reply.body());
    }

    private static void refused(RawHttp.Reply reply) {
        assertEquals(401, reply.status(), reply.head());
        assertFalse(reply.body().contains("{"), reply.body());
    }
}
