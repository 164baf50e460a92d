// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.discovery.DiscoveryAttempt;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.os.LinuxScheduling;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.verbs.VerbsLease;

/** Runs in the guest: asks the provider and writes what it says, a line {@code key=value} each. */
public final class GuestMain {
    private static final PortId PORT = new PortId("rxe0", 1);

    private GuestMain() {}

    /**
     * Runs.
     *
     * @param actions what to do, in this order
     */
    public static void main(String[] actions) throws Exception {
        for (String action : actions) {
            switch (action) {
                case "devices" -> devices();
                case "open" -> open();
                case "mads" -> mads();
                case "memory" -> memory();
                case "mlx4" -> Mlx4Lines.write();
                case "links" -> links();
                case "jmx" -> jmx();
                case "contract" -> contract();
                case "ports" -> ports();
                case "scheduling" -> SchedulingLines.write(LinuxScheduling.load().orElseThrow());
                case "loop" -> loop();
                case "cm" -> CmLines.contract();
                case "cm-open" -> CmLines.open();
                case "groups" -> GroupLines.write();
                case "leave" -> LeaveLines.write();
                case "refused" -> RefusedLines.write();
                case "rounds" -> RoundsLines.write();
                default -> throw new IllegalArgumentException(action);
            }
        }
    }

    private static void devices() throws ReflectiveOperationException {
        say("library", RdmaCoreVerbs.library().describe());
        RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles());
        try (verbs) {
            say("devices", verbs.deviceNames());
            for (String name : verbs.deviceNames()) {
                DeviceLines.write(verbs, name);
            }
            attempt("noDevice", () -> verbs.queryDevice("nothere0"));
            attempt("noPort", () -> verbs.queryPort(new PortId(PORT.device(), 2)));
            say("contexts", verbs.contextsHeld());
        }
        say("contextsAfterClose", verbs.contextsHeld());
    }

    /** Few questions: where the device file is closed, libibverbs waits 5 s for udev at each. */
    private static void open() {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            say("devices", verbs.deviceNames());
            attempt("query", () -> verbs.queryDevice(PORT.device()));
            attempt("context", () -> opened(verbs));
        }
    }

    private static String opened(RdmaCoreVerbs verbs) {
        try (VerbsLease lease = verbs.lease("open")) {
            return lease.open(PORT.device(), "context").name();
        }
    }

    private static void mads() {
        try (UmadTransport transport = new UmadTransport(new HostFiles())) {
            say("umadPorts", transport.ports());
            attempt("open", () -> register(transport, PORT));
            attempt("openNoPort", () -> register(transport, new PortId("nothere0", 1)));
            attempt("discover", () -> DiscoveryAttempt.from(transport, PORT));
        }
    }

    private static int register(UmadTransport transport, PortId port) {
        try (MadSession session = transport.open(port)) {
            say("opened", session.port());
            return session.register(MadClass.SUBN_DIRECTED_ROUTE);
        }
    }

    private static void memory() {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            LockedMemory.write(verbs, PORT.device());
        }
    }

    private static void links() {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            LinkLines.write(verbs);
        }
    }

    private static void jmx() throws Exception {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            BeanLines.write(verbs);
            JmxLines.write(verbs);
        }
    }

    private static void contract() throws IOException {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            ContractLines.write(new RxeRig(verbs));
        }
    }

    private static void ports() {
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles())) {
            ContractLines.write(new RxeRig(verbs), RxeRig.portCases());
            PortLines.write(verbs);
        }
    }

    private static void loop() throws Exception {
        HostFiles os = new HostFiles();
        DirectMlx4 mlx4 = new DirectMlx4(os, new AllocatorDirectory());
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(os, mlx4)) {
            LoopLines.write(verbs, LinuxScheduling.load().orElseThrow());
        }
    }

    static void attempt(String key, Callable<?> question) {
        try {
            say(key, question.call());
        } catch (RdmaException e) {
            say(key, e.getMessage());
        } catch (Exception e) {
            throw new IllegalStateException(key, e);
        }
    }

    static void say(String key, @Nullable Object value) {
        System.out.println(key + "=" + value);
    }
}
