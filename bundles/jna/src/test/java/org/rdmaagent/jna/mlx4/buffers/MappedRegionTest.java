// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.mlx4.buffers.MappedRegion.Wish;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.os.MemoryCalls;

class MappedRegionTest {
    private static final long PAGE = HostMemory.pageBytes();
    private static final int NO_SUCH_NODE = 1000;

    @Test
    void everyPageIsThereAndCanBeWrittenTo() throws NoBufferException {
        MappedRegion region = MappedRegion.map(4 * PAGE, Wish.resident(0, 0, true, false));
        assertEquals("", region.lacking());
        assertEquals(4 * PAGE, region.bytes());
        assertEquals(0, region.address() % PAGE);
        new Pointer(region.address()).setMemory(0, region.bytes(), (byte) 1);
        region.unmap();
    }

    @Test
    void aNodeThatIsNotThereIsToldOrRefused() throws NoBufferException {
        MappedRegion lenient = MappedRegion.map(PAGE, Wish.resident(0, NO_SUCH_NODE, false, true));
        assertTrue(lenient.lacking().contains("NUMA node 1000"), lenient.lacking());
        lenient.unmap();
        Wish strict = Wish.resident(0, NO_SUCH_NODE, false, false);
        NoBufferException refusal =
                assertThrows(NoBufferException.class, () -> MappedRegion.map(PAGE, strict));
        assertTrue(refusal.reason().contains("EINVAL"), refusal.reason());
    }

    @Test
    void whatCannotBeMappedIsRefused() {
        NoBufferException refusal =
                assertThrows(
                        NoBufferException.class, () -> MappedRegion.map(1L << 55, Wish.ORDINARY));
        assertTrue(refusal.reason().contains("ENOMEM"), refusal.reason());
    }

    @Test
    void theKernelSaysWhatCannotBeWrittenTo() {
        NoBufferException refusal =
                assertThrows(
                        NoBufferException.class, () -> KernelWrite.zero(PAGE, PAGE, "that page"));
        assertEquals("that page cannot be written to at byte 0: EFAULT", refusal.reason());
    }

    @Test
    void numbersOfMeminfoAreFoundByTheirKeys() {
        String text = "MemTotal:  1 kB\nHugePages_Free:      3\nHugepagesize:       2048 kB\n";
        assertEquals(3, HostMemory.meminfo("HugePages_Free:", text));
        assertEquals(2048, HostMemory.meminfo("Hugepagesize:", text));
        assertEquals(-1, HostMemory.meminfo("HugePages_Rsvd:", text));
        assertEquals(-1, HostMemory.meminfo("Odd:", "Odd: none"));
    }

    /** Where none are free, the refusal says what to raise; the test of both is the device's. */
    @Test
    void hugePagesAreWholeOnes() {
        HostMemory host = new HostMemory(new HostFiles());
        long huge = host.hugePageBytes();
        assertEquals(0, huge % PAGE);
        try {
            MappedRegion region =
                    MappedRegion.map(
                            huge, Wish.resident(MemoryCalls.MAP_HUGETLB, -1, false, false));
            assertEquals(0, region.address() % huge);
            region.unmap();
        } catch (NoBufferException e) {
            assertEquals(0, host.freeHugePages(), e.reason());
        }
    }
}
