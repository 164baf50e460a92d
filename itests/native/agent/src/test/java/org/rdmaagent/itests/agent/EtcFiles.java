// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The settings of an agent, as its administrator edits them.
 *
 * @param folder where they are
 */
record EtcFiles(Path folder) {
    /** Those of a home. */
    static EtcFiles of(Path home) {
        return new EtcFiles(home.resolve("etc"));
    }

    /** Those of a home that is not there yet: the first start finds them. */
    static EtcFiles ofNew(Path home) throws IOException {
        Files.createDirectories(home.resolve("data/rdma-agent")); // so that it is a home
        return new EtcFiles(Files.createDirectories(home.resolve("etc")));
    }

    /** A queue pair with a ring of receives. */
    void queuePair(String name, String text) throws IOException {
        write("org.rdmaagent.verbs.qp-" + name, text);
    }

    void removeQueuePair(String name) throws IOException {
        remove("org.rdmaagent.verbs.qp-" + name);
    }

    /** A poll loop. */
    void loop(String name, String text) throws IOException {
        write("org.rdmaagent.dataplane.loop-" + name, text);
    }

    void removeLoop(String name) throws IOException {
        remove("org.rdmaagent.dataplane.loop-" + name);
    }

    /** Attributes of mlx4 contexts. */
    void mlx4(String name, String text) throws IOException {
        write("org.rdmaagent.mlx4-" + name, text);
    }

    void removeMlx4(String name) throws IOException {
        remove("org.rdmaagent.mlx4-" + name);
    }

    /** The shipped handler that counts. */
    void counting(String queue) throws IOException {
        write("org.rdmaagent.handlers.counting-" + queue, "rdma.cq = " + queue + "\n");
    }

    void removeCounting(String queue) throws IOException {
        remove("org.rdmaagent.handlers.counting-" + queue);
    }

    /** At once, so that nobody reads half of it. */
    void write(String pid, String text) throws IOException {
        Path half = Files.writeString(folder.resolve(pid + ".half"), text);
        Files.move(half, folder.resolve(pid + ".cfg"), StandardCopyOption.REPLACE_EXISTING);
    }

    private void remove(String pid) throws IOException {
        Files.delete(folder.resolve(pid + ".cfg"));
    }
}
