// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jolokia.json.parser.JSONParser;
import org.jolokia.json.parser.ParseException;

/** Asks over HTTP, by Jolokia's protocol, with a login. */
public final class JolokiaClient {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI base;
    private final String authorization;

    JolokiaClient(int port, String user, String password) {
        base = URI.create("http://127.0.0.1:" + port + "/jolokia/");
        byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        authorization = "Basic " + Base64.getEncoder().encodeToString(login);
    }

    /** The value of an attribute. */
    public Object read(String mbean, String attribute) throws IOException, InterruptedException {
        return value(request("read", mbean).with("attribute", attribute));
    }

    /** All attributes of an MBean, by name. */
    public JSONObject readAll(String mbean) throws IOException, InterruptedException {
        return (JSONObject) value(request("read", mbean));
    }

    /** What an operation returns. */
    public Object exec(String mbean, String operation, Object... arguments)
            throws IOException, InterruptedException {
        return value(exec(mbean, operation, List.of(arguments)));
    }

    /** Calls an operation that returns nothing. */
    public void call(String mbean, String operation) throws IOException, InterruptedException {
        Request request = request("exec", mbean).with("operation", operation);
        String body = request.json().toJSONString();
        JSONObject answer = parse(post(body));
        assertEquals(200L, answer.get("status"), () -> body + ": " + answer);
    }

    /** Why an operation, which must fail, fails. */
    public String refusal(String mbean, String operation, Object... arguments)
            throws IOException, InterruptedException {
        JSONObject answer =
                parse(post(exec(mbean, operation, List.of(arguments)).json().toJSONString()));
        return String.valueOf(
                requireNonNull(answer.get("error"), () -> operation + " succeeded: " + answer));
    }

    private static Request exec(String mbean, String operation, List<Object> arguments) {
        JSONArray list = new JSONArray();
        list.addAll(arguments);
        return request("exec", mbean).with("operation", operation).with("arguments", list);
    }

    /** The names that match a pattern. */
    public List<String> search(String pattern) throws IOException, InterruptedException {
        JSONArray found = (JSONArray) value(request("search", pattern));
        return found.stream().map(String.class::cast).sorted().toList();
    }

    /** The value of the answer to a request. */
    public Object ask(String request) throws IOException, InterruptedException {
        return value(new Request(parse(request)));
    }

    /** What Jolokia answers to each of some requests, refusals among them. */
    public JSONArray bulk(JSONArray requests) throws IOException, InterruptedException {
        String body = post(requests.toJSONString());
        try {
            return new JSONParser().parse(body, JSONArray.class);
        } catch (ParseException e) {
            throw new IOException(body, e);
        }
    }

    private static Request request(String type, String mbean) {
        return new Request(new JSONObject()).with("type", type).with("mbean", mbean);
    }

    private Object value(Request request) throws IOException, InterruptedException {
        String body = request.json().toJSONString();
        JSONObject answer = parse(post(body));
        assertTrue(
                answer.get("status") instanceof Number n && n.intValue() == 200,
                body + ": " + answer);
        return requireNonNull(answer.get("value"), body);
    }

    private String post(String body) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(
                        HttpRequest.newBuilder(base)
                                .timeout(Duration.ofSeconds(60))
                                .header("Authorization", authorization)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode(), () -> body + ": " + response.body());
        return response.body();
    }

    static JSONObject parse(String text) throws IOException {
        try {
            return new JSONParser().parse(text, JSONObject.class);
        } catch (ParseException e) {
            throw new IOException(text, e);
        }
    }

    private record Request(JSONObject json) {
        Request with(String key, Object value) {
            json.put(key, value);
            return this;
        }
    }
}
