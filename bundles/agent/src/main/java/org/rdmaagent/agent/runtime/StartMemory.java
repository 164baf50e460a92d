// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/**
 * What holds until the next start of the framework and therefore outlives a replacement of this
 * bundle: text by key, kept in system properties under the framework's identity, which is new at
 * each start.
 */
final class StartMemory {
    /** Which provider was chosen. */
    static final String PROVIDER = "provider";

    /** Why. */
    static final String PROVIDER_REASON = "provider.reason";

    /** The ready line was printed. */
    static final String READY = "ready";

    /** What was deleted before the start was looked for. */
    static final String SWEPT = "swept";

    private final String prefix;

    StartMemory(BundleContext context) {
        this(String.valueOf(context.getProperty(Constants.FRAMEWORK_UUID)));
    }

    StartMemory(String start) {
        prefix = "rdma.start." + start + ".";
    }

    Optional<String> recall(String key) {
        return Optional.ofNullable(System.getProperty(prefix + key));
    }

    void keep(String key, String text) {
        System.setProperty(prefix + key, text);
    }
}
