// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * Real ports that pass for those of an access: they are named by it and by the way, and a test says
 * which ways are refused.
 */
final class OfferedPorts implements CompletionPorts {
    static final int EOPNOTSUPP = 95;

    private final CompletionPorts real;
    private final String access;
    private final Map<PollingWay, Integer> refused = new ConcurrentHashMap<>();
    private final Set<Named> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private volatile boolean gone;
    private volatile boolean owned;

    OfferedPorts(CompletionPorts real, String access) {
        this.real = real;
        this.access = access;
    }

    Map<String, Object> properties(int ranking) {
        return Map.of(ACCESS, access, "service.ranking", ranking);
    }

    /** A way that is refused from now on, with this errno. */
    void refuse(PollingWay way, int errno) {
        refused.put(way, errno);
    }

    void offer(PollingWay way) {
        refused.remove(way);
    }

    /** From now on its queues pass for those that were read directly before. */
    void own() {
        owned = true;
    }

    /** From now on its ports may not be used; how many are open. */
    int leave() {
        gone = true;
        return open.size();
    }

    /** Uses after it left. */
    int late() {
        return late.get();
    }

    /** Ports that were opened. */
    int opened() {
        return opened.get();
    }

    @Override
    public List<PolledQueue> queues() {
        return real.queues();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        Integer errno = refused.get(way);
        if (errno != null) {
            throw new RdmaException(
                    "open port", Errno.of(errno), queue.qualifiedName(), "not " + way);
        }
        Named port = new Named(real.open(queue, holder), kind(way));
        open.add(port);
        opened.incrementAndGet();
        return (CompletionPort)
                Proxy.newProxyInstance(
                        OfferedPorts.class.getClassLoader(),
                        new Class<?>[] {CompletionPort.class},
                        port);
    }

    private String kind(PollingWay way) {
        return switch (way) {
            case CALL -> access;
            case BEST -> owned ? "direct" : "peek+" + access;
            case PEEK -> "peek+" + access;
            case DIRECT -> "direct";
        };
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        return real.await(
                ports.stream()
                        .map(port -> ((Named) Proxy.getInvocationHandler(port)).port)
                        .toList());
    }

    private final class Named implements InvocationHandler {
        private final CompletionPort port;
        private final String kind;

        Named(CompletionPort port, String kind) {
            this.port = port;
            this.kind = kind;
        }

        @Override
        public @Nullable Object invoke(
                Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (gone) {
                late.incrementAndGet();
            }
            if (method.getName().equals("kind")) {
                return kind;
            }
            if (method.getName().equals("close")) {
                open.remove(this);
            }
            try {
                return method.invoke(port, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
