// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.jna.netdisc.child.NetdiscCalls;
import org.rdmaagent.jna.netdisc.child.ScanQuestion;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanListener;
import org.rdmaagent.spi.FabricScanRequest;

/** libibnetdisc, each scan in a process of its own. For any thread. */
public final class ChildFabricLibrary implements FabricLibrary, AutoCloseable {
    private static final SharedLibrary LIBRARY =
            SharedLibrary.load(NetdiscCalls.SONAME, NetdiscCalls.class, "libibnetdisc5");

    private static final Pattern ERRNO = Pattern.compile("error=(\\d+)");
    private static final long CLOSE_WAIT_MILLIS = TimeUnit.SECONDS.toMillis(5);

    /**
     * What all scans share.
     *
     * @param home deleted with all that is in it when the library is closed
     */
    private record Laid(Path home, ChildClasses classes) {}

    private final UmadTransport transport;
    private final Path parent;
    private final Set<ChildScan> scans = ConcurrentHashMap.newKeySet();
    private @Nullable Laid laid;
    private boolean closed;

    /**
     * Needs {@link #library()} to be loaded. Makes no file before the first scan.
     *
     * @param transport knows which ports can be scanned from
     * @param parent where it makes a folder of its own; on a file system that allows execution
     */
    public ChildFabricLibrary(UmadTransport transport, Path parent) {
        this.transport = transport;
        this.parent = parent;
    }

    /** The library, loaded at the first call; this process never calls into it. */
    public static SharedLibrary library() {
        return LIBRARY;
    }

    /**
     * Where scans may leave files: where JNA was told to unpack, since that allows execution, else
     * the bundle's own folder, cleared of what an agent that was killed left there, else the JVM's
     * folder for temporary files.
     *
     * @param dataFolder the bundle's; null if the framework has none
     */
    public static Path home(@Nullable File dataFolder) {
        String unpacks = System.getProperty("jna.tmpdir");
        if (unpacks != null) {
            return Path.of(unpacks);
        }
        if (dataFolder == null) {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
        ScanFolder.delete(dataFolder.toPath());
        return dataFolder.toPath();
    }

    @Override
    public FabricScan scan(FabricScanRequest request, FabricScanListener listener) {
        PortId port = request.port();
        transport.requireUsable(port);
        try {
            ChildScan scan = prepare(request, listener);
            scan.start();
            return scan;
        } catch (IOException e) {
            throw notStarted(port, e);
        }
    }

    private synchronized ChildScan prepare(FabricScanRequest request, FabricScanListener listener)
            throws IOException {
        if (closed) {
            throw ScanFailure.closed(request.port());
        }
        Laid ready = laid();
        ChildScan scan =
                new ChildScan(
                        request,
                        question(request),
                        new ScanCommand(ready.classes()),
                        ScanFolder.create(ready.home(), "scan-"),
                        new SaidLines(listener),
                        scans::remove);
        scans.add(scan);
        return scan;
    }

    /** Laid out at the first scan, and again after somebody swept the temporary files away. */
    private Laid laid() throws IOException {
        Laid present = laid;
        if (present != null && present.classes().areThere()) {
            return present;
        }
        Path home =
                present == null
                        ? ScanFolder.create(parent, "rdma-netdisc-")
                        : Files.createDirectories(present.home());
        try {
            Laid made = new Laid(home, ChildClasses.in(home));
            laid = made;
            return made;
        } catch (IOException e) {
            laid = null;
            ScanFolder.delete(home);
            throw e;
        }
    }

    private static ScanQuestion question(FabricScanRequest request) {
        List<Integer> route = new ArrayList<>();
        for (int hop = 0; hop < request.from().hops(); hop++) {
            route.add(request.from().port(hop));
        }
        return new ScanQuestion(
                ProcessHandle.current().pid(),
                request.port().device(),
                request.port().port(),
                route,
                request.maxHops(),
                request.maxSmps(),
                request.timeoutMillis(),
                request.retries(),
                request.debug(),
                request.showProgress(),
                request.mKey());
    }

    /** The JDK has the number in its text only. */
    private static RdmaException notStarted(PortId port, IOException failure) {
        Matcher errno = ERRNO.matcher(String.valueOf(failure.getMessage()));
        RdmaException refused =
                ScanFailure.of(
                        errno.find() ? Integer.parseInt(errno.group(1)) : ScanFailure.EAGAIN,
                        port,
                        "no process for it can be started ("
                                + failure.getMessage()
                                + "); look at the limits of processes, memory and open files, and"
                                + " at the room in the folder of temporary files");
        refused.initCause(failure);
        return refused;
    }

    /** Ends all scans, waits for their processes and deletes every file. */
    @Override
    public void close() {
        List<ChildScan> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(scans);
        }
        left.forEach(ChildScan::close);
        left.forEach(scan -> scan.awaitEnd(CLOSE_WAIT_MILLIS));
        synchronized (this) {
            if (laid != null) {
                ScanFolder.delete(laid.home());
                laid = null;
            }
        }
    }
}
