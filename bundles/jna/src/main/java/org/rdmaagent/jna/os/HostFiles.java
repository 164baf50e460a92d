// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.List;
import org.rdmaagent.spi.OperatingSystem;

/**
 * The kernel's files, read by java.io: the libraries that stand in for sysfs in tests intercept
 * open(2) and opendir(3), which java.nio goes around, and not stat(2), so that whether a file
 * exists is asked only after it could not be opened.
 */
public final class HostFiles implements OperatingSystem {
    /** Files of sysfs end at one page; this is far above, and far below what would hurt. */
    private static final int MAX_BYTES = 1 << 20;

    @Override
    public String readText(String path) throws IOException {
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            throw named(path, e);
        }
    }

    private static IOException named(String path, FileNotFoundException cause) {
        File file = new File(path);
        IOException named;
        if (!file.exists()) {
            named = new NoSuchFileException(path);
        } else if (file.isDirectory()) {
            named = new FileSystemException(path, null, "Is a directory");
        } else {
            named = new AccessDeniedException(path);
        }
        named.initCause(cause);
        return named;
    }

    @Override
    public List<String> list(String path) throws IOException {
        File folder = new File(path);
        String[] names = folder.list();
        if (names != null) {
            Arrays.sort(names);
            return List.of(names);
        }
        if (!folder.exists()) {
            throw new NoSuchFileException(path);
        }
        throw folder.isDirectory()
                ? new AccessDeniedException(path)
                : new NotDirectoryException(path);
    }

    /**
     * The last name of what a symbolic link of sysfs leads to, such as the driver's; empty if there
     * is no such link.
     */
    public static String linkTarget(String path) {
        File link = new File(path);
        try {
            String target = link.getCanonicalFile().getName();
            return target.equals(link.getName()) && !link.exists() ? "" : target;
        } catch (IOException e) {
            return ""; // a loop, or no permission: as unknown as a link that is not there
        }
    }
}
