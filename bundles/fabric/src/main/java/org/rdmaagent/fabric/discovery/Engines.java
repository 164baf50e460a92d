// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.spi.FabricLibrary;

/** Which engines there are, and which of them sweeps. For any thread. */
final class Engines {
    /** All that there may be. */
    static final List<String> KNOWN = List.of(DiscoveryEngine.NAME, FabricLibrary.NAME);

    private static final int EINVAL = 22;
    private static final int ENOSYS = 38;
    private static final String SETTING = "engine in etc/" + FabricConfiguration.PID + ".cfg";

    private final Clock clock;
    private volatile @Nullable FabricLibrary library;

    Engines(Clock clock) {
        this.clock = clock;
    }

    synchronized void bind(FabricLibrary present) {
        library = present;
    }

    /** The runtime binds the new one before it takes the old one away. */
    synchronized void unbind(FabricLibrary gone) {
        if (library == gone) {
            library = null;
        }
    }

    /** Those that are there now. */
    List<String> present() {
        return library == null ? List.of(DiscoveryEngine.NAME) : KNOWN;
    }

    /**
     * Who does this. The case of a name does not count, nor do blanks around it.
     *
     * @return {@link Missing} where the request names nobody, and the configured engine is not
     *     there or does not exist: each sweep fails then
     * @throws RdmaException ENOSYS if the engine that the request names is not there
     * @throws IllegalArgumentException if the request names one that does not exist, or one that
     *     cannot do it
     */
    FabricEngine choose(
            PortId port, DiscoveryRequest request, FabricSettings settings, MadCarrier carrier) {
        if (request.engine().isEmpty()) {
            return configured(port, request, settings, carrier);
        }
        String asked = request.engine().get();
        String name = asked.strip().toLowerCase(Locale.ROOT);
        if (!KNOWN.contains(name)) {
            throw new IllegalArgumentException(unknown(asked));
        }
        FabricEngine engine = engine(port, name, settings, carrier);
        engine.require(request);
        return engine;
    }

    private FabricEngine configured(
            PortId port, DiscoveryRequest request, FabricSettings settings, MadCarrier carrier) {
        String name = settings.engine();
        FabricEngine engine;
        try {
            engine = engine(port, name, settings, carrier);
        } catch (RdmaException e) {
            return new Missing(name, e);
        }
        engine.require(request);
        return engine;
    }

    /** The configured engine where there is none. What is asked of it fails. */
    record Missing(String name, RdmaException failure) implements FabricEngine {
        @Override
        public void require(DiscoveryRequest request) {
            // Nothing is too much: it does nothing.
        }

        @Override
        public boolean uses(Object service) {
            return false;
        }

        @Override
        public EngineRun begin(SweepOrder order, SweepTrace trace) {
            throw failure;
        }
    }

    private FabricEngine engine(
            PortId port, String name, FabricSettings settings, MadCarrier carrier) {
        if (name.equals(DiscoveryEngine.NAME)) {
            return new JavaEngine(carrier.transport(), clock);
        }
        if (!KNOWN.contains(name)) {
            throw new RdmaException(
                    "discover",
                    Errno.of(EINVAL),
                    port.toString(),
                    unknown(name) + "; see " + SETTING);
        }
        FabricLibrary present = library;
        if (present == null) {
            throw new RdmaException(
                    "ibnd_discover_fabric",
                    Errno.of(ENOSYS),
                    port.toString(),
                    "the provider '"
                            + carrier.provider()
                            + "' has no "
                            + FabricLibrary.NAME
                            + " (why: NativeLibraries of rdma:type=Agent); install it, or set "
                            + SETTING
                            + " to "
                            + DiscoveryEngine.NAME);
        }
        return new LibraryEngine(present, settings.libraryDeadline(), clock);
    }

    private static String unknown(String name) {
        return "there is no engine '" + name + "'; there are " + KNOWN;
    }
}
