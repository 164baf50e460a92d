// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.NativeAccess;

/** Polling through an access is offered while the access and the queues are there. */
class NativeAccessesTest {
    private static final NativeAccess FAST = new NamedAccess("fast");
    private static final NativeAccess OTHER = new NamedAccess("other");

    /** By {@code rdma.access}: the ranking. */
    private final Map<Object, Object> offered = new HashMap<>();

    /** What ways to poll were asked for. */
    private final Set<NativeAccess> asked = new HashSet<>();

    private final NativeAccesses accesses =
            new NativeAccesses(proxy(BundleContext.class, this::register));

    private interface Call {
        @Nullable Object on(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> call.on(method.getName(), arguments)));
    }

    private Object register(String method, Object[] arguments) {
        assertEquals("registerService", method);
        assertSame(CompletionPorts.class, arguments[0]);
        Dictionary<?, ?> properties = (Dictionary<?, ?>) arguments[2];
        Object name = show(properties);
        return proxy(
                ServiceRegistration.class,
                (call, changed) -> {
                    offered.remove(name);
                    return call.equals("setProperties") ? shown(changed[0]) : null;
                });
    }

    private @Nullable Object shown(Object properties) {
        show((Dictionary<?, ?>) properties);
        return null;
    }

    private Object show(Dictionary<?, ?> properties) {
        assertEquals("jna", properties.get("rdma.provider"));
        Object name = properties.get("rdma.access");
        assertEquals(null, offered.put(name, properties.get("service.ranking")), name + " twice");
        return name;
    }

    private CompletionPorts polling(NativeAccess access) {
        asked.add(access);
        return proxy(CompletionPorts.class, (call, none) -> fail("nobody polls"));
    }

    @Test
    void anAccessThatIsThereBeforeTheQueuesIsOfferedWithThem() {
        accesses.add(FAST, Map.of("service.ranking", 10));
        assertEquals(Map.of(), offered);
        accesses.offer(this::polling);
        assertEquals(Map.of("fast", 10), offered);
        assertEquals(Set.of(FAST), asked);
    }

    @Test
    void anAccessComesAndGoesWhileTheQueuesStay() {
        accesses.offer(this::polling);
        accesses.add(FAST, Map.of("service.ranking", 10));
        accesses.add(OTHER, Map.of());
        assertEquals(Map.of("fast", 10, "other", 0), offered);
        accesses.remove(FAST);
        assertEquals(Map.of("other", 0), offered);
    }

    @Test
    void theQueuesComeAndGoWhileTheAccessesStay() {
        accesses.add(FAST, Map.of("service.ranking", 10));
        accesses.offer(this::polling);
        accesses.withdraw();
        assertEquals(Map.of(), offered);
        accesses.offer(this::polling);
        assertEquals(Map.of("fast", 10), offered);
        accesses.withdraw();
        accesses.remove(FAST);
        accesses.offer(this::polling);
        assertEquals(Map.of(), offered);
    }

    @Test
    void anotherRankingIsPassedOn() {
        accesses.add(FAST, Map.of("service.ranking", 10));
        accesses.update(FAST, Map.of("service.ranking", 11));
        accesses.offer(this::polling);
        assertEquals(Map.of("fast", 11), offered);
        accesses.update(FAST, Map.of("service.ranking", -1));
        assertEquals(Map.of("fast", -1), offered);
    }
}
