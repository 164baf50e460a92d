// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.io.IOException;
import java.util.List;
import org.jolokia.json.JSONObject;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/** A subnet's MBean. */
record FabricBean(JolokiaClient client, String name) {
    private static final String BY_ENGINE = "discover(java.lang.String,boolean)";
    private static final String PART = "discover(java.lang.String,int,java.lang.String)";

    Row discover() throws IOException, InterruptedException {
        return new Row((JSONObject) client.exec(name, "discover()"));
    }

    Row discover(String engine, boolean incremental) throws IOException, InterruptedException {
        return new Row((JSONObject) client.exec(name, BY_ENGINE, engine, incremental));
    }

    String refusedDiscover(String engine, boolean incremental)
            throws IOException, InterruptedException {
        return client.refusal(name, BY_ENGINE, engine, incremental);
    }

    Row discoverPart(String from, int hops, String engine)
            throws IOException, InterruptedException {
        return new Row((JSONObject) client.exec(name, PART, from, hops, engine));
    }

    String refusedPart(String from, int hops, String engine)
            throws IOException, InterruptedException {
        return client.refusal(name, PART, from, hops, engine);
    }

    Row compare(String first, String second) throws IOException, InterruptedException {
        return new Row((JSONObject) client.exec(name, "compare", first, second));
    }

    /** Why it does not. */
    String refusedDiscover() throws IOException, InterruptedException {
        return client.refusal(name, "discover()");
    }

    /** As ibnetdiscover writes it. */
    String export() throws IOException, InterruptedException {
        return (String) client.exec(name, "export", "ibnetdiscover");
    }

    void setMaxSmpsOnWire(int smps) throws IOException, InterruptedException {
        client.exec(name, "setMaxSmpsOnWire", smps);
    }

    Object read(String attribute) throws IOException, InterruptedException {
        return client.read(name, attribute);
    }

    int number(String attribute) throws IOException, InterruptedException {
        return ((Number) read(attribute)).intValue();
    }

    int nodeCount() throws IOException, InterruptedException {
        return number("SwitchCount") + number("CaCount") + number("RouterCount");
    }

    List<Row> rows(String attribute) throws IOException, InterruptedException {
        return Row.listOf(read(attribute));
    }
}
