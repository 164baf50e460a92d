// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.Map;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.AsyncEventListener;
import org.rdmaagent.verbs.VerbsService;
import org.rdmaagent.verbs.event.EventPump;

/** Does what the component runtime does. */
public final class VerbsWithoutContainer implements AutoCloseable {
    private final ProvidedVerbs verbs = new ProvidedVerbs(VerbsSettings.defaults());

    /** The verbs of a library; its events go to the listener. */
    public VerbsWithoutContainer(VerbsLibrary library, AsyncEventListener listener) {
        verbs.bindListener(listener);
        verbs.bindLibrary(library);
    }

    /** The service. */
    public VerbsService service() {
        return verbs;
    }

    /** A file of a configured queue pair comes. */
    public ConfiguredQueuePair configure(Map<String, Object> keys) {
        return new ConfiguredQueuePair(verbs, keys);
    }

    /** That file goes. */
    public void remove(ConfiguredQueuePair file) {
        file.stop(ConfiguredQueuePair.CONFIGURATION_DELETED);
    }

    /** What the health check says: its grade, and why. */
    public String health() {
        HealthResult result = verbs.check();
        return result.grade() + ": " + result.text();
    }

    /** Whether the events of a device are being read. */
    public boolean hears(String device) {
        return verbs.contexts().stream()
                .anyMatch(context -> context.name().equals(EventPump.watchName(device)));
    }

    @Override
    public void close() {
        verbs.stop();
    }
}
