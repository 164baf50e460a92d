// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.library;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Finds the version of a loaded library in the name of the file that is mapped. */
final class MappedFiles {
    private static final String MAPS = "/proc/self/maps";

    private MappedFiles() {}

    /** Such as {@code 3.2.44.0} for {@code libibumad.so.3}; empty if it cannot be told. */
    static String version(String soname) {
        try (FileInputStream in = new FileInputStream(MAPS)) {
            return version(soname, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return ""; // no /proc: the version is a courtesy
        }
    }

    /**
     * The kernel shows the file that a soname's symbolic link leads to.
     *
     * @param maps the text of {@code /proc/self/maps} (proc(5))
     */
    static String version(String soname, String maps) {
        int dot = soname.indexOf(".so.");
        if (dot < 0) {
            return "";
        }
        String stem = "/" + soname.substring(0, dot + ".so.".length());
        for (String line : maps.lines().toList()) {
            int at = line.lastIndexOf(stem);
            if (at >= 0) {
                String version = line.substring(at + stem.length()).strip();
                return version.endsWith(" (deleted)")
                        ? version.substring(0, version.length() - " (deleted)".length())
                        : version;
            }
        }
        return "";
    }
}
