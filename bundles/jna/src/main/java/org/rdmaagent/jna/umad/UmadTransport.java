// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Native;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.OperatingSystem;

/** The ports of this host through libibumad. For any thread. */
public final class UmadTransport implements MadTransport, AutoCloseable {
    private final UmadPortList portList;
    private final UmadFiles files;
    private final Set<UmadSession> sessions = ConcurrentHashMap.newKeySet();

    /**
     * Needs {@link #library()} to be loaded.
     *
     * @param os where the kernel lists its devices
     */
    public UmadTransport(OperatingSystem os) {
        this.portList = new UmadPortList(os);
        this.files = new UmadFiles(os);
        if (UmadCalls.umad_init() != 0) {
            throw new RdmaException(
                    "umad_init",
                    Errno.of(Native.getLastError()),
                    "libibumad",
                    "the kernel's interface is not the one that libibumad knows; update rdma-core");
        }
    }

    /** The library, loaded at the first call. */
    public static SharedLibrary library() {
        return UmadCalls.LIBRARY;
    }

    @Override
    public List<PortId> ports() {
        return portList.ports().stream()
                .filter(port -> !port.ethernet())
                .map(UmadPortState::id)
                .toList();
    }

    @Override
    public MadSession open(PortId port) {
        requireInfiniBand(port);
        int fd = UmadCalls.umad_open_port(port.device(), port.port());
        if (fd < 0) {
            int errno = UmadFailure.errno(fd, Native.getLastError());
            throw UmadFailure.of("umad_open_port", errno, port);
        }
        UmadSession session = new UmadSession(port, fd, sessions::remove);
        sessions.add(session);
        return session;
    }

    /**
     * Asks whether a port could be opened, without opening it.
     *
     * @throws RdmaException as {@link #open} would, for the same reasons
     */
    public void requireUsable(PortId port) {
        requireInfiniBand(port);
        files.requireOpenable(port);
    }

    /** The kernel tells it only when a class is registered, and then as a mere EPROTONOSUPPORT. */
    private void requireInfiniBand(PortId port) {
        UmadPortState found =
                portList.ports().stream()
                        .filter(candidate -> candidate.id().equals(port))
                        .findFirst()
                        .orElseThrow(() -> refused(UmadFailure.ENODEV, port, choices()));
        if (found.ethernet()) {
            throw refused(
                    UmadFailure.EPROTONOSUPPORT,
                    port,
                    "an Ethernet port has no QP0, so it sees no fabric; " + choices());
        }
    }

    private String choices() {
        List<PortId> usable = ports();
        return usable.isEmpty()
                ? "this host has no InfiniBand port: is the adapter's driver loaded?"
                : "use one of " + usable;
    }

    private static RdmaException refused(int errno, PortId port, String remedy) {
        return new RdmaException("umad_open_port", Errno.of(errno), port.toString(), remedy);
    }

    /** Closes what its users left open. */
    @Override
    public void close() {
        sessions.forEach(UmadSession::close);
    }
}
