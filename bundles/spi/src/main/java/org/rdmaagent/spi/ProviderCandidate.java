// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.agent.NativeLibrary;

/**
 * A provider that could serve. It registers this at once and its ports only after a {@link
 * ProviderChoice} has named it. A service with {@link ProviderProperties#PROVIDER}.
 */
@ProviderType
public interface ProviderCandidate {
    /** {@code jna} or {@code sim}. */
    String name();

    /** Whether it stands for real hardware. */
    boolean nativeHardware();

    /** Whether it lists a device now. */
    boolean devicePresent();

    /** The libraries that it needs, loaded or not, with the reason. */
    List<NativeLibrary> libraries();
}
