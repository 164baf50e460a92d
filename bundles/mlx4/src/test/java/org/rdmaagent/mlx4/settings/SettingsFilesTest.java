// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several files, wrong ones among them. */
class SettingsFilesTest {
    private final SettingsFiles files = new SettingsFiles();

    private void read(String name, String... keysAndValues) {
        files.read(name, TestFile.keys(name, keysAndValues));
    }

    private List<String> inForce() {
        return files.plans().stream()
                .map(
                        plan ->
                                plan.plan().device()
                                        + " "
                                        + plan.plan().context()
                                        + " "
                                        + plan.plan().allocator().name())
                .toList();
    }

    @Test
    void ofTwoForTheSameContextsTheFirstByNameCountsWhicheverWasReadFirst() {
        read("b", "device", "mlx4_0", "allocator", "arena", "contexts", "*,qp/feed");
        read("a", "device", "mlx4_0", "allocator", "hugepage");
        assertEquals(List.of("mlx4_0 * hugepage", "mlx4_0 qp/feed arena"), inForce());
        assertEquals(
                List.of(
                        "configuration org.rdmaagent.mlx4-b.cfg: contexts * of mlx4_0 have what"
                            + " org.rdmaagent.mlx4-a.cfg says: name other contexts in one of the"
                            + " two"),
                files.troubles());
        files.remove("a");
        assertEquals(List.of("mlx4_0 * arena", "mlx4_0 qp/feed arena"), inForce());
        assertEquals(List.of(), files.troubles());
    }

    @Test
    void theSameContextsOfAnotherDeviceAreNoClash() {
        read("mlx4_0");
        read("mlx4_1");
        assertEquals(List.of("mlx4_0 * system", "mlx4_1 * system"), inForce());
        assertEquals(List.of(), files.troubles());
        assertEquals(
                Map.of(
                        "mlx4_0", Set.of("org.rdmaagent.mlx4-mlx4_0.cfg"),
                        "mlx4_1", Set.of("org.rdmaagent.mlx4-mlx4_1.cfg")),
                files.byDevice());
    }

    @Test
    void nothingOfAWrongFileIsInForce() {
        read("mlx4_0", "allocator", "arena", "locked", "perhaps");
        assertEquals(List.of(), inForce());
        assertEquals(Set.of("org.rdmaagent.mlx4-mlx4_0.cfg"), files.unread());
        assertEquals(
                List.of(
                        "configuration org.rdmaagent.mlx4-mlx4_0.cfg: locked is true or false, not"
                                + " perhaps; nothing of it is in force: correct the file"),
                files.troubles());
    }

    @Test
    void aWrongEditLeavesWhatWas() {
        read("mlx4_0", "allocator", "arena");
        read("mlx4_0", "allocator", "hugepage", "size", "1");
        assertEquals(List.of("mlx4_0 * arena"), inForce());
        assertEquals(Set.of(), files.unread());
        assertTrue(
                files.troubles()
                        .get(0)
                        .endsWith("what it said before stays in force: correct the" + " file"),
                files.troubles()::toString);
        read("mlx4_0", "allocator", "hugepage");
        assertEquals(List.of("mlx4_0 * hugepage"), inForce());
        assertEquals(List.of(), files.troubles());
    }
}
