// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import java.util.function.Supplier;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.verbs.DeviceFolder;
import org.rdmaagent.jna.verbs.VerbsFailure;

/**
 * Whether libmlx4 may be called on a context: it writes to any that it is given, and behind those
 * of other drivers lies other memory. Nothing is remembered; both questions are asked each time.
 */
final class DriverGuard {
    private static final String DRIVER = "mlx4_core";

    private final DeviceFolder folder;
    private final Supplier<LoadedImage> library;

    DriverGuard(DeviceFolder folder) {
        this(folder, () -> LoadedImage.of(Mlx4Calls.LIBRARY.address(Mlx4Calls.SET)));
    }

    /**
     * For tests.
     *
     * @param library the one that is called
     */
    DriverGuard(DeviceFolder folder, Supplier<LoadedImage> library) {
        this.folder = folder;
        this.library = library;
    }

    /** Why the device is none of mlx4; empty if it is one. */
    String refusal() {
        String driver = folder.driver();
        if (driver.equals(DRIVER)) {
            return "";
        }
        if (!driver.isEmpty()) {
            return "its driver is " + driver + ", not " + DRIVER;
        }
        return folder.isSoftRoce()
                ? "it has no PCI driver (it is rdma_rxe's), and " + DRIVER + " is needed"
                : "it has no PCI driver, and " + DRIVER + " is needed";
    }

    /** Why the library may not be called on the context; empty if it may. */
    String refusal(Pointer context) {
        LoadedImage behind = LoadedImage.of(context.getPointer(IbvContext.POLL_CQ.offset()));
        LoadedImage called = library.get();
        String driver = refusal();
        if (behind.isThatOf(called)) {
            return driver;
        }
        String image =
                "the library behind it is "
                        + (behind.fileName().isEmpty() ? "unknown" : behind.fileName())
                        + ", not the "
                        + Mlx4Calls.SONAME
                        + " that is asked ("
                        + called.file()
                        + ")";
        return driver.isEmpty() ? image : driver + "; " + image;
    }

    /**
     * Before each call.
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP
     */
    void require(String call, String subject, Pointer context) {
        String refusal = refusal(context);
        if (!refusal.isEmpty()) {
            throw VerbsFailure.of(
                    call,
                    VerbsFailure.EOPNOTSUPP,
                    subject,
                    refusal + "; use a device whose driver is " + DRIVER);
        }
    }
}
