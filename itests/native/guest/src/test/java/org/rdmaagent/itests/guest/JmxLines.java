// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.rdmaagent.jmx.MBeansWithoutContainer;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.device.DevicesWithoutContainer;
import org.rdmaagent.verbs.service.VerbsWithoutContainer;

/** What a JMX client sees of a device whose interface goes down and comes up again. */
final class JmxLines {
    private static final long LOOKS = 200;

    private JmxLines() {}

    static void write(VerbsLibrary library) throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        try (MBeansWithoutContainer beans = new MBeansWithoutContainer(server);
                VerbsWithoutContainer verbs = new VerbsWithoutContainer(library, beans.events())) {
            beans.show(DevicesWithoutContainer.of(library), verbs.service());
            try (JmxClient client = new JmxClient(server, RxeRig.DEVICE)) {
                awaitEvents(verbs);
                write(client);
            }
        }
    }

    private static void write(JmxClient client) throws Exception {
        GuestMain.say("jmx.selfTest.active", client.selfTest());
        Ip.run("link", "set", RxeRig.INTERFACE, "down");
        GuestMain.say("jmx.down", client.hears());
        GuestMain.say("jmx.selfTest.down", client.selfTest());
        Ip.run("link", "set", RxeRig.INTERFACE, "up");
        GuestMain.say("jmx.up", client.hears());
        Ip.run("addr", "add", LinkLines.ADDRESS, "dev", RxeRig.INTERFACE, "nodad");
        GuestMain.say("jmx.address", client.hears());
        GuestMain.say("jmx.selfTest.again", client.selfTest());
    }

    /** The verbs service opens the devices in a thread of its own. */
    private static void awaitEvents(VerbsWithoutContainer verbs) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < LOOKS && !verbs.hears(RxeRig.DEVICE); i++) {
            boolean unused = never.await(100, TimeUnit.MILLISECONDS);
        }
    }
}
