// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.lang.reflect.RecordComponent;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** Asks libibverbs in a JVM of its own; writes each value as a line {@code subject.field=value}. */
public final class DevicesMain {
    private DevicesMain() {}

    /** Runs. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.out.println("library.verbs=" + RdmaCoreVerbs.library().describe());
        System.out.println("library.umad=" + UmadTransport.library().describe());
        HostFiles os = new HostFiles();
        RdmaCoreVerbs verbs = new RdmaCoreVerbs(os);
        try (verbs) {
            List<String> names = verbs.deviceNames();
            System.out.println("devices=" + names);
            for (String name : names) {
                Device device = verbs.queryDevice(name);
                print(name, device);
                print(name + ".attributes", device.attributes());
                printExtended(name, device);
                for (int number = 1; number <= device.attributes().physPortCnt(); number++) {
                    Port port = verbs.queryPort(new PortId(name, number));
                    print(name + "/" + number, port);
                    print(name + "/" + number + ".attributes", port.attributes());
                }
            }
            System.out.println("contextsHeld=" + verbs.contextsHeld());
            refusals(verbs, names);
        }
        System.out.println("contextsAfterClose=" + verbs.contextsHeld());
        try (UmadTransport transport = new UmadTransport(os)) {
            System.out.println("umadPorts=" + transport.ports());
        }
    }

    private static void printExtended(String name, Device device)
            throws ReflectiveOperationException {
        RecordLeaves.of(device.extendedAttributes().orElseThrow())
                .forEach(
                        (path, value) ->
                                System.out.println(name + ".extended." + path + "=" + value));
    }

    private static void refusals(RdmaCoreVerbs verbs, List<String> names) {
        refused("noDevice", () -> verbs.queryDevice("nothere0"));
        for (String name : names) {
            refused("noPort", () -> verbs.queryPort(new PortId(name, 9)));
        }
    }

    private static void refused(String key, Runnable question) {
        try {
            question.run();
            System.out.println(key + "=no refusal");
        } catch (RdmaException e) {
            System.out.println(key + "=" + e.getMessage());
        }
    }

    private static void print(String subject, Record values) throws ReflectiveOperationException {
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(values);
            System.out.println(subject + "." + component.getName() + "=" + value);
        }
    }
}
