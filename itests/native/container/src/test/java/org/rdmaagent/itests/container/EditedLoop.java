// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;

/** A loop over one queue with a handler, whose file an operator edits. */
final class EditedLoop implements AutoCloseable {
    private final String queue;
    private final Path file;
    private final LoopBean bean;
    private final ServiceRegistration<?> registration;

    /**
     * Begins, with the port that is the default.
     *
     * @param name of the loop
     */
    EditedLoop(BundleContext context, String name, String queue, CompletionHandler handler)
            throws Exception {
        this.queue = queue;
        this.file =
                Path.of(
                        System.getProperty("karaf.etc"),
                        "org.rdmaagent.dataplane.loop-" + name + ".cfg");
        this.bean = new LoopBean(name);
        this.registration =
                context.registerService(
                        CompletionHandler.class,
                        handler,
                        FrameworkUtil.asDictionary(Map.of(CompletionHandler.CQ, queue)));
        save("auto");
        String type = handler.getClass().getName();
        Waiting.until("handler", () -> bean.isHandledBy(queue, type));
    }

    LoopBean bean() {
        return bean;
    }

    /** Its file with another port, at once, so that nobody reads half of it. */
    void save(String port) throws Exception {
        Path half =
                Files.writeString(
                        Path.of(file + ".half"),
                        "queues = " + queue + "\nbatchSize = 64\nport = " + port + "\n");
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The same, and waits until the queue is polled so. */
    void change(LoopPort port) throws Exception {
        save(port.text());
        Waiting.until("port " + port.text(), () -> port.text().equals(text("port")));
    }

    /** A field of the queue as text. */
    String text(String field) {
        return bean.text(queue, field);
    }

    @Override
    public void close() {
        registration.unregister();
    }
}
