// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Pointer;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.itests.contract.Mlx4Rig;
import org.rdmaagent.itests.contract.Mlx4Trait;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** The real libmlx4 on the emulated device, beside one of another driver. */
final class EmulatedMlx4Rig implements Mlx4Rig, AutoCloseable {
    private static final int EIO = 5;
    private static final long PAGE = 4096;
    private static final boolean LONG = Boolean.getBoolean("rdma.long");

    private final AllocatorDirectory directory = new AllocatorDirectory();
    private final DirectMlx4 mlx4 = new DirectMlx4(new HostFiles(), directory);
    private final RdmaCoreVerbs verbs = new RdmaCoreVerbs(new HostFiles(), mlx4);

    @Override
    public Mlx4Library mlx4() {
        return mlx4;
    }

    @Override
    public VerbsLibrary verbs() {
        return verbs;
    }

    @Override
    public String device() {
        return Card.DEVICE;
    }

    @Override
    public String foreignDevice() {
        return ForeignCases.FOREIGN;
    }

    /** Its folder of sysfs has no link: a device without a bus. */
    @Override
    public String foreignDriver() {
        return "no PCI driver";
    }

    @Override
    public int cqeBytes() {
        return Card.CQE_BYTES;
    }

    @Override
    public Set<Mlx4Trait> traits() {
        return EnumSet.of(Mlx4Trait.WORK_QUEUE_FAULT);
    }

    @Override
    public void addAllocator(String name, BufferAllocator allocator) {
        directory.add(allocator, Map.of(BufferAllocator.NAME, name));
    }

    @Override
    public void removeAllocator(String name, BufferAllocator allocator) {
        directory.remove(allocator, Map.of(BufferAllocator.NAME, name));
    }

    @Override
    public long takePages(long bytes) {
        return Pointer.nativeValue(
                SystemCalls.mmap(
                        null, bytes, SystemCalls.READ_WRITE, SystemCalls.PRIVATE_ANONYMOUS, -1, 0));
    }

    /** The address may lie in the first of the pages. */
    @Override
    public void givePages(long address, long bytes) {
        long into = address % PAGE;
        assertEquals(0, SystemCalls.munmap(new Pointer(address - into), bytes + into));
    }

    @Override
    public void failNextWorkQueue() {
        assertEquals(0, Emulator.mlx4emu_fail_wq(EIO));
    }

    @Override
    public int rounds() {
        return LONG ? 10_000 : 500;
    }

    @Override
    public int raceRounds() {
        return LONG ? 2_000 : 100;
    }

    @Override
    public void close() {
        verbs.close();
    }
}
