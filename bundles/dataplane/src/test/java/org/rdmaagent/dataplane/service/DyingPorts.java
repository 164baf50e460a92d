// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** Real ports, one of whose polls ends with an error when a test says so. */
final class DyingPorts implements CompletionPorts {
    private final CompletionPorts real;
    private final AtomicBoolean die = new AtomicBoolean();

    DyingPorts(CompletionPorts real) {
        this.real = real;
    }

    /** The next poll kills its thread. */
    void die() {
        die.set(true);
    }

    @Override
    public List<PolledQueue> queues() {
        return real.queues();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        CompletionPort port = real.open(queue, holder, way);
        return (CompletionPort)
                Proxy.newProxyInstance(
                        DyingPorts.class.getClassLoader(),
                        new Class<?>[] {CompletionPort.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("poll") && die.getAndSet(false)) {
                                throw new StackOverflowError("a test");
                            }
                            try {
                                return method.invoke(port, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        return real.await(ports);
    }
}
