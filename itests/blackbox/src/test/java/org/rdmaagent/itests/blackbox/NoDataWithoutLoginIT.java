// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** From the first moment of a fresh start on, nobody without a login ever gets data. */
class NoDataWithoutLoginIT {
    private static final int SHORT = 3;
    private static final int LONG = 20;
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 404, 405, 415, 429, 503);
    private static final String READ = "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\"}";

    private final Path folder;

    NoDataWithoutLoginIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @TestFactory
    Stream<DynamicTest> everyEarlyRequestOfAFreshStartIsRefused() {
        int starts = Boolean.getBoolean("rdma.long") ? LONG : SHORT;
        return IntStream.rangeClosed(1, starts)
                .mapToObj(n -> dynamicTest("fresh start " + n, () -> freshStart("home-" + n)));
    }

    private void freshStart(String name) throws Exception {
        try (AgentProcess agent = AgentProcess.start(folder.resolve(name), List.of(), Map.of())) {
            Poller poller = new Poller(agent);
            Thread thread = new Thread(poller, "poller");
            thread.start();
            agent.awaitReady();
            poller.enough = true;
            thread.join();
            assertEquals(List.of(), poller.leaks);
            assertTrue(poller.statuses.containsKey(401), () -> "seen: " + poller.statuses);
        }
    }

    /** Asks in turn, as fast as it can, until it is told to stop; the last round is after ready. */
    private static final class Poller implements Runnable {
        private final HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        private final AgentProcess agent;
        private final List<HttpRequest> requests;
        private final List<String> leaks = new ArrayList<>();
        private final Map<Integer, Integer> statuses = new TreeMap<>();
        private volatile boolean enough;

        Poller(AgentProcess agent) {
            this.agent = agent;
            String base = "http://127.0.0.1:" + agent.httpPort() + "/jolokia";
            requests =
                    List.of(
                            get(base).build(),
                            get(base + "/version").build(),
                            get(base + "/read/java.lang:type=Runtime/SystemProperties").build(),
                            get(base + "/list").header("Authorization", basic("viewer:")).build(),
                            get(base + "/list")
                                    .header("Authorization", basic("karaf:karaf"))
                                    .build(),
                            get(base + "/list")
                                    .header("Authorization", basic("admin:admin"))
                                    .build(),
                            get(base)
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(READ))
                                    .build());
        }

        @Override
        public void run() {
            boolean last;
            do {
                last = enough || !agent.running();
                requests.forEach(this::ask);
            } while (!last);
        }

        private void ask(HttpRequest request) {
            try {
                HttpResponse<String> answer =
                        client.send(request, HttpResponse.BodyHandlers.ofString());
                statuses.merge(answer.statusCode(), 1, Integer::sum);
                boolean data = answer.body().contains("\"value\"");
                if (data || !REFUSALS.contains(answer.statusCode())) {
                    leaks.add(request.uri() + ": " + answer.statusCode() + " " + answer.body());
                }
            } catch (IOException e) {
                Thread.onSpinWait(); // nobody listens yet
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                enough = true;
            }
        }

        private static HttpRequest.Builder get(String uri) {
            return HttpRequest.newBuilder(URI.create(uri)).timeout(Duration.ofSeconds(30));
        }

        private static String basic(String login) {
            byte[] bytes = login.getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(bytes);
        }
    }
}
