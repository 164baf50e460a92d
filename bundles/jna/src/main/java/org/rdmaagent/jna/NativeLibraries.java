// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.jna.cm.RdmaCoreCm;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.OperatingSystem;

/** Probes each library by itself; what one lacks does not keep the other from serving. */
final class NativeLibraries {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final OperatingSystem os = new HostFiles();
    private final FirstTouch touch = new FirstTouch(os);

    OperatingSystem operatingSystem() {
        return os;
    }

    FirstTouch touch() {
        return touch;
    }

    /** Whether sysfs answers; waits a moment for it. */
    boolean usable() {
        return touch.answeredWithin(PATIENCE_NANOS);
    }

    SharedLibrary umad() {
        return UmadTransport.library();
    }

    SharedLibrary verbs() {
        return RdmaCoreVerbs.library();
    }

    SharedLibrary netdisc() {
        return ChildFabricLibrary.library();
    }

    SharedLibrary cm() {
        return RdmaCoreCm.library();
    }

    SharedLibrary mlx4() {
        return DirectMlx4.library();
    }

    /** Whether one of the libraries lists a device or port now. */
    boolean devicePresent() {
        return usable() && (verbsLists() || umadLists());
    }

    private boolean verbsLists() {
        try {
            return verbs().loaded() && !RdmaCoreVerbs.listedDevices().isEmpty();
        } catch (RdmaException e) {
            return false; // the health check tells
        }
    }

    private boolean umadLists() {
        if (!umad().loaded()) {
            return false;
        }
        try (UmadTransport transport = new UmadTransport(os)) {
            return !transport.ports().isEmpty();
        } catch (RdmaException e) {
            return false;
        }
    }

    List<NativeLibrary> describe() {
        return List.of(
                describe(umad()),
                describe(verbs()),
                describe(cm()),
                describe(netdisc()),
                describe(mlx4()));
    }

    /** Without libmlx4, unless there is a device of its driver. */
    List<NativeLibrary> needed() {
        List<NativeLibrary> all = describe();
        return mlx4().loaded() || hasMlx4Device() ? all : all.subList(0, all.size() - 1);
    }

    private boolean hasMlx4Device() {
        return touch.answeredWithin(0) && DirectMlx4.hasDevice(os);
    }

    private NativeLibrary describe(SharedLibrary library) {
        NativeLibrary row = library.describe();
        if (!row.loaded() || touch.answeredWithin(0)) {
            return row;
        }
        return new NativeLibrary(row.name(), row.version(), false, FirstTouch.reason());
    }
}
