// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;

/** A record of the agent's as Jolokia tells it; a field that is not there fails the test. */
record Row(JSONObject json) {
    static List<Row> listOf(Object array) {
        return ((JSONArray) array).stream().map(JSONObject.class::cast).map(Row::new).toList();
    }

    Object value(String field) {
        return requireNonNull(json.get(field), () -> "no " + field + " in " + json);
    }

    boolean has(String field) {
        return json.get(field) != null;
    }

    String text(String field) {
        return (String) value(field);
    }

    int number(String field) {
        return ((Number) value(field)).intValue();
    }

    boolean flag(String field) {
        return (Boolean) value(field);
    }

    Row row(String field) {
        return new Row((JSONObject) value(field));
    }

    List<Row> rows(String field) {
        return listOf(value(field));
    }

    Map<String, Object> fields() {
        return json;
    }
}
