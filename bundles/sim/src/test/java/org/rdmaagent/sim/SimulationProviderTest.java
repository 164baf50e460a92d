// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.spi.ProviderChoice;

/** The ports are registered where there is a world, and taken back. */
class SimulationProviderTest {
    private static final ProviderChoice CHOICE =
            new ProviderChoice() {
                @Override
                public String provider() {
                    return "sim";
                }

                @Override
                public String reason() {
                    return "a test asked for it";
                }
            };

    private final TreeSet<String> registered = new TreeSet<>();
    private final List<String> order = new ArrayList<>();

    private @Nullable HealthCheck check;

    private BundleContext context(String topology) {
        return proxy(
                BundleContext.class,
                (method, arguments) -> {
                    if (method.equals("getProperty")) {
                        return topology;
                    }
                    assertEquals("registerService", method);
                    assertEquals("sim", ((Dictionary<?, ?>) arguments[2]).get("rdma.provider"));
                    String name = ((Class<?>) arguments[0]).getSimpleName();
                    assertTrue(registered.add(name));
                    order.add(name);
                    if (arguments[1] instanceof HealthCheck registeredCheck) {
                        check = registeredCheck;
                    }
                    return proxy(
                            ServiceRegistration.class,
                            (call, none) -> {
                                assertEquals("unregister", call);
                                return registered.remove(name);
                            });
                });
    }

    private HealthResult health() {
        return Objects.requireNonNull(check).check();
    }

    private interface Call {
        Object on(String method, Object[] arguments);
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

    /** As SCR makes it: a value from the file, or the default. */
    private static SimulationConfiguration configuration(Map<String, ?> values) {
        return SimulationConfiguration.class.cast(
                Proxy.newProxyInstance(
                        SimulationConfiguration.class.getClassLoader(),
                        new Class<?>[] {SimulationConfiguration.class},
                        (self, method, arguments) ->
                                values.containsKey(method.getName())
                                        ? values.get(method.getName())
                                        : method.getDefaultValue()));
    }

    @Test
    void theServicesComeAndGo() {
        SimulationProvider provider = new SimulationProvider(context(""), configuration(Map.of()));
        provider.bindChoice(CHOICE);
        assertEquals(
                "[CmLibrary, CompletionPorts, FabricLibrary, HealthCheck, MadTransport,"
                        + " Mlx4Library, OperatingSystem, ReadinessGate, SimulatedWorld,"
                        + " ThreadScheduling, VerbsLibrary]",
                registered.toString());
        assertEquals(HealthGrade.OK, health().grade());
        provider.deactivate();
        assertTrue(registered.isEmpty());
    }

    @Test
    void plansCanBeSetBeforeAnythingIsOpened() {
        SimulationProvider provider = new SimulationProvider(context(""), configuration(Map.of()));
        provider.bindChoice(CHOICE);
        assertTrue(order.indexOf("Mlx4Library") < order.indexOf("VerbsLibrary"), order.toString());
        provider.deactivate();
    }

    @Test
    void nothingIsRegisteredBeforeTheChoiceAndNothingGoesWithIt() {
        SimulationProvider provider = new SimulationProvider(context(""), configuration(Map.of()));
        assertTrue(registered.isEmpty());
        provider.bindChoice(CHOICE);
        int services = registered.size();
        provider.unbindChoice(CHOICE);
        provider.bindChoice(CHOICE);
        assertEquals(services, registered.size());
        provider.deactivate();
    }

    @ParameterizedTest
    @CsvSource({"'', /configured", "'  ', /configured", "/told, /told"})
    void thePropertyWinsOverTheFile(String property, String file) {
        SimulationConfiguration configured = configuration(Map.of("topologyFile", "/configured"));
        assertEquals(file, SimulationProvider.file(property, configured));
        assertEquals("/configured", SimulationProvider.file(null, configured));
    }

    @Test
    void aFileThatIsNotThereRegistersNothing() {
        SimulationProvider provider =
                new SimulationProvider(context("/no/such"), configuration(Map.of()));
        provider.bindChoice(CHOICE);
        assertEquals("[HealthCheck, ReadinessGate]", registered.toString());
        assertEquals(HealthGrade.CRITICAL, health().grade());
        assertTrue(health().text().contains("/no/such"));
        provider.deactivate();
    }

    @ParameterizedTest
    @CsvSource({
        "latencyMicros, -1",
        "latencyMicros, 9223372036854775807",
        "hopNanos, -1",
        "jitterMicros, -1",
        "jitterMicros, 86400000001"
    })
    void delaysOutOfRangeRegisterNothing(String key, long value) {
        assertRefused(key, Map.of(key, value));
    }

    @ParameterizedTest
    @CsvSource({"lossPerMillion, -1", "lossPerMillion, 1000001"})
    void lossesOutOfRangeRegisterNothing(String key, int value) {
        assertRefused(key, Map.of(key, value));
    }

    private void assertRefused(String key, Map<String, ?> values) {
        SimulationProvider provider = new SimulationProvider(context(""), configuration(values));
        provider.bindChoice(CHOICE);
        assertEquals("[HealthCheck, ReadinessGate]", registered.toString());
        assertEquals(HealthGrade.CRITICAL, health().grade());
        assertTrue(health().text().contains(key), health().text());
    }
}
