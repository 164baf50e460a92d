// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.netdisc.child.ScanFormat;
import org.rdmaagent.spi.FabricScanRequest;

/** Why a scan brought nothing, and what to do about it. */
final class ScanFailure {
    static final int EIO = 5;
    static final int EAGAIN = 11;
    static final int ENOSYS = 38;
    static final int ETIMEDOUT = 110;
    static final int EHOSTUNREACH = 113;
    static final int ECANCELED = 125;

    private static final String CALL = "ibnd_discover_fabric";

    private ScanFailure() {}

    static RdmaException of(int errno, PortId port, String remedy) {
        return new RdmaException(CALL, Errno.of(errno), port.toString(), remedy);
    }

    static RdmaException closed(PortId port) {
        return of(ECANCELED, port, "the scan was closed; ask for another");
    }

    static RdmaException late(FabricScanRequest request, String lastSaid) {
        return of(
                ETIMEDOUT,
                request.port(),
                "no end within "
                        + request.deadline().toMillis()
                        + " ms, and the process that it ran in was killed; give it a later"
                        + " deadline, more SMPs at a time or a shorter time-out"
                        + said(lastSaid));
    }

    static RdmaException ended(PortId port, int status, String lastSaid) {
        return of(
                EIO,
                port,
                "the process that it ran in "
                        + ExitStatus.text(status)
                        + " before it had a result; the agent goes on, scan again"
                        + said(lastSaid));
    }

    static RdmaException damaged(PortId port, String how, String lastSaid) {
        return of(
                EIO,
                port,
                "the process that it ran in gave a damaged result ("
                        + how
                        + "); scan again"
                        + said(lastSaid));
    }

    static RdmaException silent(FabricScanRequest request, String lastSaid) {
        return of(
                EHOSTUNREACH,
                request.port(),
                "no node answers at the end of the route "
                        + request.from()
                        + "; is the cable in, the port up and the route right?"
                        + said(lastSaid));
    }

    /**
     * What the process itself told.
     *
     * @param code of {@link ScanFormat}
     */
    static RdmaException told(PortId port, int code, String text, String lastSaid) {
        return switch (code) {
            case ScanFormat.NO_LIBRARY ->
                    of(
                            ENOSYS,
                            port,
                            "libibnetdisc does not load ("
                                    + text
                                    + "); install it (Debian: apt-get install libibnetdisc5)");
            case ScanFormat.UNKNOWN_LAYOUT ->
                    of(
                            ENOSYS,
                            port,
                            "this libibnetdisc is of a layout that the agent does not know ("
                                    + text
                                    + "); install the one of rdma-core 17 to 44, or use the"
                                    + " agent's own engine");
            default ->
                    of(
                            EIO,
                            port,
                            "the library gave no fabric; scan again, and if it stays so use the"
                                    + " agent's own engine"
                                    + said(lastSaid));
        };
    }

    private static String said(String lastSaid) {
        return lastSaid.isEmpty() ? "" : "; it last said: " + lastSaid;
    }
}
