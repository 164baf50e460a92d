// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;

/** Over HTTP, many steps in one request. */
final class JolokiaRoad implements Road {
    private static final int AT_ONCE = 400;

    private final JolokiaClient client;

    JolokiaRoad(AgentProcess agent, Role role) {
        client =
                new JolokiaClient(
                        agent.httpPort(), role.user(), AgentProcess.password(role.user()));
    }

    @Override
    public List<Outcome> walk(List<? extends Step> steps) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (int from = 0; from < steps.size(); from += AT_ONCE) {
            JSONArray requests = new JSONArray();
            steps.subList(from, Math.min(from + AT_ONCE, steps.size()))
                    .forEach(step -> requests.add(request(step)));
            for (Object answer : client.bulk(requests)) {
                outcomes.add(outcome((JSONObject) answer));
            }
        }
        if (outcomes.size() != steps.size()) {
            throw new IOException(outcomes.size() + " answers to " + steps.size() + " requests");
        }
        return outcomes;
    }

    @Override
    public void close() {
        // HTTP keeps nothing that would have to be given back.
    }

    private static JSONObject request(Step step) {
        JSONObject json = new JSONObject();
        json.put("mbean", step.mbean());
        if (step instanceof Read read) {
            json.put("type", "read");
            json.put("attribute", read.attribute());
        } else if (step instanceof Write write) {
            json.put("type", "write");
            json.put("attribute", write.attribute());
            json.put("value", write.value());
        } else if (step instanceof Call call) {
            JSONArray arguments = new JSONArray();
            arguments.addAll(call.arguments());
            json.put("type", "exec");
            json.put("operation", operation(call));
            json.put("arguments", arguments);
        }
        return json;
    }

    private static String operation(Call call) {
        List<String> types = call.types();
        return types == null
                ? call.operation()
                : new Bean.Operation(call.operation(), types).signed();
    }

    private static Outcome outcome(JSONObject answer) {
        int status = answer.get("status") instanceof Number number ? number.intValue() : 0;
        boolean refused = status == 403;
        if (refused && answer.containsKey("value")) {
            throw new AssertionError("a refusal carries a value: " + answer);
        }
        return new Outcome(
                refused, status != 404, status == 200 ? answer.get("value") : answer.toString());
    }
}
