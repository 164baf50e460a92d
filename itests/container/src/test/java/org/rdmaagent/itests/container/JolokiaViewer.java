// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jolokia.json.parser.JSONParser;
import org.jolokia.json.parser.ParseException;

/** Asks Jolokia over HTTP, as a monitoring system does: with the login "viewer", mostly. */
final class JolokiaViewer {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;
    private final String authorization;

    private JolokiaViewer(URI address, String user, String password) {
        this.address = address;
        byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        authorization = "Basic " + Base64.getEncoder().encodeToString(login);
    }

    /** At the agent in whose container this runs, with the password that it made for itself. */
    static JolokiaViewer ofThisContainer() throws IOException {
        return ofThisContainer("viewer");
    }

    /** The same with another login. */
    static JolokiaViewer ofThisContainer(String user) throws IOException {
        Properties logins = new Properties();
        Path told = Path.of(System.getProperty("karaf.etc"), "rdma-agent-logins");
        try (InputStream in = Files.newInputStream(told)) {
            logins.load(in);
        }
        String port = System.getProperty("rdma.http.port");
        return new JolokiaViewer(
                URI.create("http://127.0.0.1:" + port + "/jolokia/"),
                user,
                logins.getProperty(user));
    }

    /** The names that match a pattern, in Jolokia's whole answer. */
    JSONObject search(String pattern) throws IOException, InterruptedException {
        return ask(Map.of("type", "search", "mbean", pattern));
    }

    /** All attributes of an MBean, in Jolokia's whole answer. */
    JSONObject read(String mbean) throws IOException, InterruptedException {
        return ask(Map.of("type", "read", "mbean", mbean));
    }

    /** An operation whose arguments are texts, in Jolokia's whole answer. */
    JSONObject exec(String mbean, String operation, String... texts)
            throws IOException, InterruptedException {
        JSONArray arguments = new JSONArray();
        arguments.addAll(List.of(texts));
        return ask(
                Map.of(
                        "type",
                        "exec",
                        "mbean",
                        mbean,
                        "operation",
                        operation,
                        "arguments",
                        arguments));
    }

    private JSONObject ask(Map<String, Object> request) throws IOException, InterruptedException {
        JSONObject json = new JSONObject();
        json.putAll(request);
        String question = json.toJSONString();
        HttpResponse<String> response =
                client.send(
                        HttpRequest.newBuilder(address)
                                .timeout(PATIENCE)
                                .header("Authorization", authorization)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(question))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        String text = "HTTP " + response.statusCode() + " to " + question + ": " + response.body();
        if (response.statusCode() != 200) {
            throw new IOException(text);
        }
        try {
            return new JSONParser().parse(response.body(), JSONObject.class);
        } catch (ParseException e) {
            throw new IOException(text, e);
        }
    }
}
