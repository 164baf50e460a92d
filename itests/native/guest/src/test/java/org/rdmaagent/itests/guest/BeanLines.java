// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Locale;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.openmbean.CompositeData;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.jmx.MBeansWithoutContainer;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.device.DevicesWithoutContainer;
import org.rdmaagent.verbs.service.VerbsWithoutContainer;

/** What a JMX client reads of devices and ports, under the names that ibv_devinfo has for it. */
final class BeanLines {
    static final String PREFIX = "mbean ";

    private BeanLines() {}

    static void write(VerbsLibrary library) throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        try (MBeansWithoutContainer beans = new MBeansWithoutContainer(server);
                VerbsWithoutContainer verbs = new VerbsWithoutContainer(library, beans.events())) {
            beans.show(DevicesWithoutContainer.of(library), verbs.service());
            for (String device : library.deviceNames()) {
                try (JmxClient client = new JmxClient(server, device)) {
                    String name = "device=" + device;
                    write("device " + device, client.attributes("rdma:type=Device," + name));
                    write(
                            "port " + device + "/1",
                            client.attributes("rdma:type=Port," + name + ",port=1"));
                }
            }
        }
    }

    private static void write(String subject, CompositeData values) {
        for (String field : values.getCompositeType().keySet()) {
            GuestMain.say(
                    PREFIX + subject + " " + DeviceLines.theirName(field),
                    plain(field, String.valueOf(values.get(field))));
        }
    }

    private static String plain(String field, String value) {
        return switch (field) {
            case "state" -> Integer.toString(PortState.valueOf(value).code());
            case "physState" -> Integer.toString(PortPhysicalState.valueOf(value).code());
            case "linkLayer" -> value.toLowerCase(Locale.ROOT);
            default -> value.startsWith("-") ? unsigned(value) : Devinfo.plain(value);
        };
    }

    private static String unsigned(String negative) {
        return Long.toUnsignedString(Long.parseLong(negative));
    }
}
