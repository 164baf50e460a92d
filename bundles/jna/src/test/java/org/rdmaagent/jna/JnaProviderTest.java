// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.completion.NativeAccess;

/** The ports whose library loads come with the choice and go with it. */
class JnaProviderTest {
    private record Choice(String provider, String reason) implements ProviderChoice {}

    private static final ProviderChoice FIRST = new Choice("jna", "a test asked for it");
    private static final ProviderChoice SECOND = new Choice("jna", "asked for again");

    private static final Map<String, String> PORTS =
            Map.of(
                    "libibumad.so.3",
                    "MadTransport",
                    "libibverbs.so.1",
                    "VerbsLibrary,CompletionPorts/jna",
                    "librdmacm.so.1",
                    "CmLibrary",
                    "libibnetdisc.so.5",
                    "FabricLibrary",
                    "libmlx4.so.1",
                    "Mlx4Library");

    private final List<String> order = new CopyOnWriteArrayList<>();
    private final Set<String> registered = new ConcurrentSkipListSet<>();
    private final JnaProvider provider =
            new JnaProvider(proxy(BundleContext.class, this::registerService));

    /** A framework that has no folder for the bundle. */
    private @Nullable Object registerService(String method, Object[] arguments) {
        if (method.equals("getDataFile")) {
            return null;
        }
        assertEquals("registerService", method);
        Dictionary<?, ?> properties = (Dictionary<?, ?>) arguments[2];
        assertEquals("jna", properties.get("rdma.provider"));
        Object access = properties.get("rdma.access");
        String name =
                ((Class<?>) arguments[0]).getSimpleName() + (access == null ? "" : "/" + access);
        assertTrue(registered.add(name), name + " twice");
        order.add(name);
        return proxy(ServiceRegistration.class, (call, none) -> registered.remove(name));
    }

    private interface Call {
        @Nullable Object on(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            Object result = call.on(method.getName(), arguments);
                            return method.getReturnType() == void.class ? null : result;
                        }));
    }

    private Set<String> expected() {
        Set<String> names =
                new TreeSet<>(List.of("HealthCheck", "OperatingSystem", "ThreadScheduling"));
        for (NativeLibrary library : provider.libraries()) {
            if (library.loaded()) {
                names.addAll(List.of(PORTS.getOrDefault(library.name(), "").split(",")));
            }
        }
        return names;
    }

    @Test
    void itIsACandidateForRealHardwareThatNamesItsLibraries() {
        assertEquals("jna", provider.name());
        assertTrue(provider.nativeHardware());
        assertEquals(
                List.of(
                        "libibumad.so.3",
                        "libibverbs.so.1",
                        "librdmacm.so.1",
                        "libibnetdisc.so.5",
                        "libmlx4.so.1"),
                provider.libraries().stream().map(NativeLibrary::name).toList());
        for (NativeLibrary library : provider.libraries()) {
            assertEquals(library.loaded(), library.reason().isEmpty(), library.toString());
        }
        assertTrue(registered.isEmpty());
    }

    @Test
    void thePortsComeWithTheChoiceAndGoWithTheProvider() {
        assertTrue(provider.devicePresent() || registered.isEmpty());
        provider.bindChoice(FIRST);
        assertEquals(expected(), new TreeSet<>(registered));
        assertTrue(order.indexOf("Mlx4Library") <= order.indexOf("VerbsLibrary"), order.toString());
        provider.deactivate();
        assertTrue(registered.isEmpty());
    }

    @Test
    void aNewChoiceThatIsBoundBeforeTheOldOneGoesKeepsThePorts() {
        provider.bindChoice(FIRST);
        provider.bindChoice(SECOND);
        provider.unbindChoice(FIRST);
        assertFalse(registered.isEmpty());
        assertEquals(expected(), new TreeSet<>(registered));
        provider.unbindChoice(SECOND);
        assertTrue(registered.isEmpty());
    }

    @Test
    void theAccessOfAnotherBundleIsOneMoreWayToPollTheQueues() {
        NativeAccess access = new NamedAccess("ffm");
        provider.bindAccess(access, Map.of("service.ranking", 10));
        assertTrue(registered.isEmpty());
        provider.bindChoice(FIRST);
        assumeTrue(expected().contains("VerbsLibrary"), "libibverbs is not installed");
        assertTrue(registered.containsAll(List.of("CompletionPorts/ffm", "CompletionPorts/jna")));
        assertTrue(order.indexOf("VerbsLibrary") < order.indexOf("CompletionPorts/ffm"));
        assertTrue(order.indexOf("CompletionPorts/ffm") < order.indexOf("CompletionPorts/jna"));
        provider.unbindAccess(access);
        assertEquals(expected(), new TreeSet<>(registered));
        provider.deactivate();
        assertTrue(registered.isEmpty());
    }
}
