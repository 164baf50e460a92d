// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmaagent.spi.OperatingSystem;

/** A real folder that stands for sysfs; counts what is read, and can hold a reader up. */
final class FolderOperatingSystem implements OperatingSystem {
    final AtomicInteger reads = new AtomicInteger();
    volatile Runnable beforeRead = () -> {};

    @Override
    public String readText(String path) throws IOException {
        beforeRead.run();
        reads.incrementAndGet();
        return Files.readString(Path.of(path));
    }

    @Override
    public List<String> list(String path) throws IOException {
        try (var names = Files.list(Path.of(path))) {
            return names.map(name -> name.getFileName().toString()).sorted().toList();
        }
    }
}
