// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.InstantSource;
import javax.management.MBeanServer;
import org.rdmaagent.verbs.AsyncEventListener;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;

/** Does what the component runtime does. */
public final class MBeansWithoutContainer implements AutoCloseable {
    private final StableMBeans beans;

    /** None yet. */
    public MBeansWithoutContainer(MBeanServer server) {
        beans =
                new StableMBeans(
                        JmxSettings.defaults(), server, InstantSource.system(), System::nanoTime);
    }

    /** Who hears of the events. */
    public AsyncEventListener events() {
        return beans.events();
    }

    /** Registers the MBeans of all devices and ports. */
    public void show(DeviceService devices, VerbsService verbs) {
        beans.bindDevices(devices);
        beans.bindVerbs(verbs);
        beans.doWork();
    }

    @Override
    public void close() {
        beans.close();
    }
}
