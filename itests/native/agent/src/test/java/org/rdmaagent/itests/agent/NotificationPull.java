// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/** What a monitoring system pulls of an MBean's notifications, by Jolokia's protocol. */
final class NotificationPull {
    private final JolokiaClient client;
    private final String id;
    private final Object handle;
    private final String store;
    private final List<JSONObject> heard = new ArrayList<>();

    /** From now on. */
    NotificationPull(JolokiaClient client, String mbean) throws Exception {
        this.client = client;
        JSONObject registered = (JSONObject) client.ask(request("register").toJSONString());
        this.id = (String) requireNonNull(registered.get("id"));
        JSONObject add = request("add");
        add.put("mode", "pull");
        add.put("client", id);
        add.put("mbean", mbean);
        this.handle = client.ask(add.toJSONString());
        this.store = client.search("jolokia:type=NotificationStore,*").get(0);
    }

    private static JSONObject request(String command) {
        JSONObject request = new JSONObject();
        request.put("type", "notification");
        request.put("command", command);
        return request;
    }

    /** The types of all that came so far. */
    List<String> types() throws Exception {
        JSONObject pulled = pull();
        if (pulled != null && pulled.get("notifications") instanceof JSONArray some) {
            some.forEach(one -> heard.add((JSONObject) one));
        }
        return heard.stream().map(one -> String.valueOf(one.get("type"))).toList();
    }

    /** Nothing at all if there is nothing new. */
    private @Nullable JSONObject pull() throws Exception {
        JSONArray arguments = new JSONArray();
        arguments.add(id);
        arguments.add(handle);
        JSONObject request = new JSONObject();
        request.put("type", "exec");
        request.put("mbean", store);
        request.put("operation", "pull");
        request.put("arguments", arguments);
        JSONArray one = new JSONArray();
        one.add(request);
        return (JSONObject) ((JSONObject) client.bulk(one).get(0)).get("value");
    }
}
