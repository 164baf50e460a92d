// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.util.List;
import java.util.function.Predicate;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/**
 * The MBean of a poll loop, over Jolokia.
 *
 * @param client who asks
 * @param name of the MBean
 */
record LoopBean(JolokiaClient client, String name) {
    static LoopBean of(JolokiaClient client, String loop) {
        return new LoopBean(client, "rdma:type=PollLoop,name=" + loop);
    }

    Row all() throws Exception {
        return new Row(client.readAll(name));
    }

    Object read(String attribute) throws Exception {
        return client.read(name, attribute);
    }

    long number(String attribute) throws Exception {
        return ((Number) read(attribute)).longValue();
    }

    Row placement() throws Exception {
        return all().row("Placement");
    }

    /** One of its queues. */
    Row slot(String cq) throws Exception {
        List<Row> rows = all().rows("Slots");
        return rows.stream()
                .filter(row -> row.text("cq").equals(cq))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + cq + " in " + rows));
    }

    /** Waits for its MBean. */
    void awaitListed() throws Exception {
        Waiting.until(name, () -> client.search(name).size() == 1);
    }

    /** Waits for a queue to be in a state. */
    void awaitSlot(String cq, String state) throws Exception {
        awaitListed();
        Waiting.until(cq + " " + state, () -> has(cq, state));
    }

    private boolean has(String cq, String state) throws Exception {
        return all().rows("Slots").stream()
                .anyMatch(row -> row.text("cq").equals(cq) && row.text("state").equals(state));
    }

    /** Waits for where its thread runs. */
    Row awaitPlacement(Predicate<Row> wanted) throws Exception {
        awaitListed();
        Waiting.until("placement of " + name, () -> wanted.test(placement()));
        return placement();
    }

    /** The same as it was asked for. */
    Row awaitAsked(String priority, int cpu) throws Exception {
        return awaitPlacement(
                row ->
                        row.text("priorityAsked").equals(priority)
                                && row.number("cpuAsked") == cpu
                                && row.number("threadId") != 0);
    }
}
