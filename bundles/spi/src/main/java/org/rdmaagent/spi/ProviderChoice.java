// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Which provider serves until the next start. Registered once, by the agent, with {@link
 * ProviderProperties#PROVIDER} as property: a provider's ports wait for the one that names it.
 */
@ProviderType
public interface ProviderChoice {
    /** {@code jna}, {@code sim}, or {@code none}. */
    String provider();

    /** Why, in one sentence. */
    String reason();
}
