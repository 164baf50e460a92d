// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The character device that libibverbs opens for a device.
 *
 * @param file where it should be; null if the kernel names none
 */
record UverbsFile(@Nullable File file) {
    static UverbsFile of(String device) {
        return find(new File("/sys/class/infiniband_verbs"), new File("/dev/infiniband"), device);
    }

    /** Looks for the entry of sysfs whose file {@code ibdev} names the device. */
    static UverbsFile find(File classFolder, File deviceFolder, String device) {
        File[] entries = classFolder.listFiles((folder, name) -> name.startsWith("uverbs"));
        for (File entry : entries == null ? new File[0] : entries) {
            if (device.equals(firstLine(new File(entry, "ibdev")))) {
                return new UverbsFile(new File(deviceFolder, entry.getName()));
            }
        }
        return new UverbsFile(null);
    }

    /**
     * What a failed open really means: where there is no udev (in containers), libibverbs leaves
     * ENOENT of a later attempt even if the file is there and may not be opened.
     */
    int told(int errno) {
        File there = file;
        boolean forbidden =
                there != null && there.exists() && !(there.canRead() && there.canWrite());
        return errno == VerbsFailure.ENOENT && forbidden ? VerbsFailure.EACCES : errno;
    }

    private static @Nullable String firstLine(File file) {
        try (BufferedReader in = new BufferedReader(new FileReader(file, StandardCharsets.UTF_8))) {
            return in.readLine();
        } catch (IOException e) {
            return null; // gone in this moment: not the one
        }
    }
}
