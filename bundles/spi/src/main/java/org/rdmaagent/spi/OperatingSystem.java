// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.io.IOException;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The kernel's files, read only, by absolute path. A service with {@link
 * ProviderProperties#PROVIDER}.
 */
@ProviderType
public interface OperatingSystem {
    /**
     * A small text file such as one of sysfs, whole.
     *
     * @throws IOException as java.nio.file.Files would: NoSuchFileException, AccessDeniedException,
     *     ...
     */
    String readText(String path) throws IOException;

    /**
     * The names in a folder, in order.
     *
     * @throws IOException as java.nio.file.Files would
     */
    List<String> list(String path) throws IOException;
}
