// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

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
