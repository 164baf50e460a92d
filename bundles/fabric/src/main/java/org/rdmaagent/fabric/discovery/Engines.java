// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.List;
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
     * Who does this.
     *
     * @throws RdmaException ENOSYS if that engine is not there; EINVAL if none of the configured
     *     name exists
     * @throws IllegalArgumentException if the request names one that does not exist, or one that
     *     cannot do it
     */
    FabricEngine choose(
            PortId port, DiscoveryRequest request, FabricSettings settings, MadCarrier carrier) {
        String name = request.engine().orElse(settings.engine());
        if (!KNOWN.contains(name)) {
            throw unknown(port, name, request.engine().isPresent());
        }
        FabricEngine engine = engine(port, name, settings, carrier);
        engine.require(request);
        return engine;
    }

    private FabricEngine engine(
            PortId port, String name, FabricSettings settings, MadCarrier carrier) {
        if (name.equals(DiscoveryEngine.NAME)) {
            return new JavaEngine(carrier.transport(), clock);
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

    private static RuntimeException unknown(PortId port, String name, boolean asked) {
        String text = "there is no engine '" + name + "'; there are " + KNOWN;
        return asked
                ? new IllegalArgumentException(text)
                : new RdmaException(
                        "discover", Errno.of(EINVAL), port.toString(), text + "; see " + SETTING);
    }
}
