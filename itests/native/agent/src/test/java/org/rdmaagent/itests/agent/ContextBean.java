// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/**
 * The contexts of the emulated mlx4 device, over Jolokia.
 *
 * @param client who asks
 */
record ContextBean(JolokiaClient client) {
    static final String NAME = "rdma:type=Mlx4Context,device=mlx4_0";

    private static final int OBJECTS_OF_A_QUEUE_PAIR = 3;

    Object read(String attribute) throws Exception {
        return client.read(NAME, attribute);
    }

    /** One of them. */
    Row context(String name) throws Exception {
        return find(name).orElseThrow(() -> new AssertionError("no context " + name));
    }

    private Optional<Row> find(String name) throws Exception {
        if (client.search(NAME).isEmpty()) {
            return Optional.empty();
        }
        List<Row> rows = Row.listOf(read("Contexts"));
        return rows.stream().filter(row -> row.text("context").equals(name)).findFirst();
    }

    Row allocator(String context) throws Exception {
        return context(context).row("allocator");
    }

    Row statistics(String context) throws Exception {
        return allocator(context).row("statistics");
    }

    Row range(String context) throws Exception {
        return context(context).row("logWqsRange");
    }

    /** Waits for a configured queue pair with all that it needs. */
    void awaitQueuePair(String context) throws Exception {
        Waiting.until(
                context,
                () ->
                        find(context)
                                .filter(row -> row.number("objects") >= OBJECTS_OF_A_QUEUE_PAIR)
                                .isPresent());
    }
}
