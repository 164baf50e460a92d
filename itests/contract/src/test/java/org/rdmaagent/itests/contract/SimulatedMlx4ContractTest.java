// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** The contract of mlx4 on the simulation. */
class SimulatedMlx4ContractTest {
    private record Rig(SimulatedWorld world, AtomicLong next) implements Mlx4Rig {
        @Override
        public Mlx4Library mlx4() {
            return world.mlx4Library();
        }

        @Override
        public VerbsLibrary verbs() {
            return world.verbsLibrary();
        }

        @Override
        public String device() {
            return "mlx4_0";
        }

        @Override
        public String foreignDevice() {
            return "rxe0";
        }

        @Override
        public String foreignDriver() {
            return "rdma_rxe";
        }

        @Override
        public int cqeBytes() {
            return 32;
        }

        @Override
        public Set<Mlx4Trait> traits() {
            return Set.of(Mlx4Trait.values());
        }

        @Override
        public void addAllocator(String name, BufferAllocator allocator) {
            world.allocatorArrives(name, 0, allocator);
        }

        @Override
        public void removeAllocator(String name, BufferAllocator allocator) {
            world.allocatorLeaves(name, allocator);
        }

        /** Nothing of the simulation touches it: any address will do. */
        @Override
        public long takePages(long bytes) {
            return next.getAndAdd(bytes);
        }

        @Override
        public void givePages(long address, long bytes) {
            // No address is given twice.
        }

        @Override
        public void failNextWorkQueue() {
            world.deviceFaults().failNext("mlx4_0", "ibv_create_wq", 5, 1);
        }

        @Override
        public int rounds() {
            return Boolean.getBoolean("rdma.long") ? 10_000 : 500;
        }
    }

    private final Rig rig =
            new Rig(
                    SimulatedWorld.defaultWorld(SimulationSettings.defaults()),
                    new AtomicLong(1L << 40));

    @TestFactory
    Stream<DynamicTest> simulated() {
        return Mlx4Contract.cases(rig).stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> one.run(rig)));
    }

    @Test
    void everyCaseRuns() {
        assertEquals(List.of(), Mlx4Contract.omitted(rig));
    }

    @Test
    void namesAreUniqueAcrossTheContracts() {
        List<String> names =
                Stream.concat(
                                Mlx4Contract.all().stream().map(Mlx4Case::name),
                                VerbsContract.all().stream().map(ContractCase::name))
                        .toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }
}
