// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ibv_query_device_ex(3)} tells of the emulated device, as it is and as a card that can
 * do everything: the provider against {@code ibv_devinfo -v} and against a program in C.
 */
class ExtendedAttributesIT {
    private static final String SUBJECT = "mlx4_0.extended.";

    @Test
    void ofTheDeviceAsItIs(@TempDir Path folder) throws Exception {
        agree(folder, NativeTools.mlx4emu());
    }

    @Test
    void ofACardThatCanDoEverything(@TempDir Path folder) throws Exception {
        Map<String, String> told = agree(folder, EveryCapability.preload(folder));
        Set<String> left = new TreeSet<>(ExtendedField.untold(told));
        left.removeAll(ExtendedField.NEVER_TOLD);
        assertEquals(Set.of(), left, "the tool leaves out what is not 0");
    }

    /** Returns what the tool told. */
    private static Map<String, String> agree(Path folder, String preload)
            throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("LD_PRELOAD", preload);
        List<String> devinfo = List.of(NativeTools.program("ibv_devinfo", "ibverbs-utils"), "-v");
        Map<String, String> theirs =
                DevinfoLines.parse(Child.run(devinfo, environment, folder, 60).wellEnded())
                        .device();
        List<String> java = Child.java(DevicesMain.class.getName());
        Map<String, Long> ours = fields(Child.run(java, environment, folder, 60).wellEnded());
        Child program = Child.run(ExtendedProgram.compiled(folder), environment, folder, 60);
        assertEquals(
                program.wellEnded().lines().map(line -> line.replaceAll(".* ", "")).toList(),
                ours.values().stream().map(number -> Long.toString(number)).toList(),
                () -> program.text() + ours);
        Map<String, Long> told = new TreeMap<>();
        for (ExtendedField field : ExtendedField.values()) {
            field.expected(theirs).ifPresent(number -> told.put(field.ours(), number));
        }
        ours.keySet().removeAll(ExtendedField.untold(theirs));
        assertEquals(told, ours);
        return theirs;
    }

    /** In the order of the struct. */
    private static Map<String, Long> fields(String text) {
        Map<String, Long> fields = new LinkedHashMap<>();
        for (String line : text.lines().filter(line -> line.startsWith(SUBJECT)).toList()) {
            int equals = line.indexOf('=');
            fields.put(
                    line.substring(SUBJECT.length(), equals),
                    Long.valueOf(line.substring(equals + 1)));
        }
        return fields;
    }
}
