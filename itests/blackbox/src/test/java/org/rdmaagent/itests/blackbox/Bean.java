// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;

/**
 * An MBean as Jolokia lists it.
 *
 * @param name its ObjectName
 */
record Bean(String name, List<Attribute> attributes, List<Operation> operations) {
    /** What can be read, and perhaps written. */
    record Attribute(String name, boolean writable) {}

    /** What can be called; the types are class names. */
    record Operation(String name, List<String> types) {
        /** As Jolokia wants it where a name alone could mean several. */
        String signed() {
            return name + "(" + String.join(",", types) + ")";
        }

        /** Arguments that fit the types and do no harm. */
        List<Object> arguments() {
            return types.stream().map(Operation::argument).toList();
        }

        private static Object argument(String type) {
            return switch (type) {
                case "boolean", "java.lang.Boolean" -> false;
                case "int", "java.lang.Integer" -> 8;
                case "long", "java.lang.Long" -> 8L;
                default -> "json";
            };
        }
    }

    String domain() {
        return name.substring(0, name.indexOf(':'));
    }

    /** Every MBean in the value of a list request. */
    static List<Bean> of(JSONObject domains) {
        List<Bean> beans = new ArrayList<>();
        domains.forEach(
                (domain, names) ->
                        ((JSONObject) names)
                                .forEach(
                                        (keys, info) ->
                                                beans.add(bean(domain + ":" + keys, info))));
        return beans;
    }

    private static Bean bean(String name, Object info) {
        JSONObject parts = (JSONObject) info;
        List<Attribute> attributes = new ArrayList<>();
        part(parts, "attr")
                .forEach(
                        (attribute, text) ->
                                attributes.add(
                                        new Attribute(
                                                attribute,
                                                Boolean.TRUE.equals(
                                                        ((JSONObject) text).get("rw")))));
        List<Operation> operations = new ArrayList<>();
        part(parts, "op")
                .forEach(
                        (operation, text) -> {
                            List<?> overloads = text instanceof JSONArray all ? all : List.of(text);
                            overloads.forEach(one -> operations.add(operation(operation, one)));
                        });
        return new Bean(name, List.copyOf(attributes), List.copyOf(operations));
    }

    private static Operation operation(String name, Object info) {
        List<String> types = new ArrayList<>();
        if (((JSONObject) info).get("args") instanceof JSONArray arguments) {
            arguments.forEach(one -> types.add((String) ((Map<?, ?>) one).get("type")));
        }
        return new Operation(name, List.copyOf(types));
    }

    private static JSONObject part(JSONObject parts, String name) {
        return parts.get(name) instanceof JSONObject found ? found : new JSONObject();
    }
}
