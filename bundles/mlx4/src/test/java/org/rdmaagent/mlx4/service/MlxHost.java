// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.function.Executable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.settings.TestFile;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.verbs.DeviceContext;

/** The whole bundle on a simulated host, with its files. */
final class MlxHost {
    static final String DEVICE = "mlx4_0";
    static final String FOREIGN = "rxe0";

    final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());
    final Mlx4Library library = world.mlx4Library();
    SessionVerbs verbs = new SessionVerbs(world.verbsLibrary());
    ProvidedMlx4Contexts contexts = new ProvidedMlx4Contexts(Map.of());
    private final Map<String, Map<String, Object>> stored = new TreeMap<>();

    MlxHost() {
        bindAll();
    }

    private void bindAll() {
        contexts.bindLibrary(library);
        contexts.bindVerbs(verbs);
    }

    /** A file is saved. */
    void file(String name, String... keysAndValues) {
        Map<String, Object> keys = TestFile.keys(name, keysAndValues);
        stored.put(name, keys);
        contexts.read(name, keys);
    }

    /** A file is removed. */
    void removeFile(String name) {
        stored.remove(name);
        contexts.remove(name);
    }

    /** The mlx4 bundle is replaced. */
    void replaceBundle() {
        contexts.unbindVerbs(verbs);
        contexts.unbindLibrary(library);
        contexts = new ProvidedMlx4Contexts(stored);
        bindAll();
    }

    /** The verbs bundle is replaced; in between there is none. */
    void replaceVerbs(Executable meanwhile) throws Throwable {
        SessionVerbs old = verbs;
        contexts.unbindVerbs(old);
        meanwhile.execute();
        old.end();
        verbs = new SessionVerbs(world.verbsLibrary());
        contexts.bindVerbs(verbs);
    }

    /** Somebody opens a context. */
    DeviceContext open(String name) {
        return verbs.open(DEVICE, name);
    }

    Mlx4ContextStatus status(String context) {
        return contexts.contexts(DEVICE).stream()
                .filter(status -> status.context().equals(context))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no context " + context));
    }

    /** A call is refused with this errno and a text that has this in it. */
    static void assertRefused(String errno, String text, Executable call) {
        RdmaException error = assertThrows(RdmaException.class, call);
        assertEquals(errno, error.errno().name(), error::toString);
        assertTrue(String.valueOf(error.getMessage()).contains(text), error::toString);
    }
}
