// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A program of the guest. */
final class Tool {
    private Tool() {}

    /** Runs it to its end; what it wrote. */
    static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            // Else a thread of the JVM closes the pipes, some time after the end.
            process.getOutputStream().close();
            String said;
            try (InputStream output = process.getInputStream()) {
                said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
