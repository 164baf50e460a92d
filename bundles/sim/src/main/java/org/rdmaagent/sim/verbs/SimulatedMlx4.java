// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.sim.mlx4.ContextAttributes;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** libmlx4 over the simulated devices whose driver is mlx4. */
final class SimulatedMlx4 implements Mlx4Library {
    private final VerbsWorld world;

    SimulatedMlx4(VerbsWorld world) {
        this.world = world;
    }

    private List<SimulatedHca> present() {
        return world.devices().stream().filter(hca -> hca.device().present()).toList();
    }

    @Override
    public List<String> devices() {
        return world.locked(
                () ->
                        present().stream()
                                .filter(hca -> hca.profile() == HcaProfile.MLX4)
                                .map(SimulatedHca::name)
                                .toList());
    }

    @Override
    public String refusal(String device) {
        return world.locked(
                () -> {
                    SimulatedHca hca = world.device(device);
                    if (hca == null) {
                        throw Refusal.of(
                                ContextAttributes.CALL,
                                Refusal.ENODEV,
                                device,
                                "use one of the devices "
                                        + present().stream().map(SimulatedHca::name).toList());
                    }
                    String driver = hca.device().device().driver();
                    return hca.profile() == HcaProfile.MLX4
                            ? ""
                            : "its driver is " + driver + ", not mlx4_core";
                });
    }

    @Override
    public List<Mlx4Context> contexts() {
        return world.locked(
                () -> {
                    List<Mlx4Context> all = new ArrayList<>();
                    for (SimulatedHca hca : world.devices()) {
                        for (SimulatedContext context : hca.contexts()) {
                            ContextAttributes attributes = context.driver().attributes();
                            if (attributes != null) {
                                all.add(new SimulatedMlx4Context(context, attributes));
                            }
                        }
                    }
                    return List.copyOf(all);
                });
    }

    @Override
    public List<String> allocators() {
        return world.allocators().names();
    }

    @Override
    public void setPlans(List<ContextPlan> plans) {
        Boolean unused =
                world.locked(
                        () -> {
                            world.mlx4().plans(plans);
                            world.devices().stream()
                                    .flatMap(hca -> hca.contexts().stream())
                                    .map(context -> context.driver())
                                    .forEach(DriverState::follow);
                            return true;
                        });
    }

    @Override
    public List<ContextPlan> plans() {
        return world.locked(() -> world.mlx4().plans());
    }
}
