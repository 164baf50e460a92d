// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The attributes of mlx4 contexts beside a real driver that is none of mlx4, and memory of the
 * allocators from a kernel that has huge pages and limits.
 */
class KernelMlx4IT {
    private static GuestRun run;

    @BeforeAll
    static void runAllPhases() throws Exception {
        run = GuestRun.shared();
    }

    private static void assertSays(String phase, String key, String... words) throws Exception {
        String text = run.answers(phase).value(key);
        for (String each : words) {
            assertTrue(text.contains(each), key + "=" + text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void theLibraryIsThereAndNoDeviceOfItsDriver(String phase) throws Exception {
        assertSays(phase, "mlx4.library", "libmlx4.so.1", "loaded=true");
        assertEquals("[]", run.answers(phase).value("mlx4.devices"));
        assertEquals("[]", run.answers(phase).value("mlx4.contexts"));
        assertEquals(
                "it has no PCI driver (it is rdma_rxe's), and mlx4_core is needed",
                run.answers(phase).value("mlx4.refusal"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void bothAttributesAreRefusedWithTheDriverThatWasFound(String phase) throws Exception {
        String[] found = {"rdma_rxe", "mlx4_core", "librxe"};
        String refused = "mlx4dv_set_context_attr on rxe0 ctx context failed: EOPNOTSUPP (95); ";
        assertSays(phase, "mlx4.range", refused);
        assertSays(phase, "mlx4.range", found);
        assertSays(phase, "mlx4.note", found);
        assertSays(phase, "mlx4.query", found);
        assertEquals("system", run.answers(phase).value("mlx4.allocator"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void theMemoryBesideTheContextIsUntouched(String phase) throws Exception {
        assertEquals("yes", run.answers(phase).value("mlx4.untouched"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void hugePagesAreHadAsFarAsThereAreSome(String phase) throws Exception {
        assertSays(phase, "memory.huge", "page 2048 KiB, ", "1 huge pages of 2097152 bytes, 8192");
        assertSays(
                phase,
                "memory.manyHuge",
                "none: no huge pages (mmap of 17179869184 bytes failed: ENOMEM; ",
                "raise /proc/sys/vm/nr_hugepages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void memoryIsBoundToANodeThatIsThere(String phase) throws Exception {
        assertSays(phase, "memory.node", "page 4 KiB, ", "on NUMA node 0, not locked, trouble: ");
        assertSays(
                phase,
                "memory.noNode",
                "none: memory cannot be bound to NUMA node 900 (EINVAL)",
                "/sys/devices/system/node");
    }

    @ParameterizedTest
    @CsvSource({"root,few,16", "root,many,1024", "user,few,16"})
    void memoryIsLocked(String phase, String key, int kibibytes) throws Exception {
        assertSays(phase, "memory." + key, "locked " + kibibytes + " KiB, ", ", locked, trouble: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none: ", "locked 0 KiB, detail: "})
    void anOrdinaryUserIsHeldToTheLimitAndToldSo(String begin) throws Exception {
        String key = begin.startsWith("none") ? "memory.many" : "memory.manyLenient";
        assertSays(
                "user",
                key,
                begin,
                "1048576 bytes cannot be locked in memory (ENOMEM): RLIMIT_MEMLOCK is 65536 bytes",
                "ulimit -l",
                "LimitMEMLOCK=");
    }
}
