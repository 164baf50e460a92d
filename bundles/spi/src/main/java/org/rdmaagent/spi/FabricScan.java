// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.concurrent.CompletionStage;

/**
 * A scan that runs. Closing it ends it at once, with whatever it runs in; the result then is
 * ECANCELED.
 */
public interface FabricScan extends NativeHandle {
    /**
     * What it brings: completes exceptionally with an {@link org.rdmaagent.RdmaException} if it
     * fails: ETIMEDOUT past its deadline, ECANCELED if closed, EHOSTUNREACH if not even the node
     * that it was to begin at answered, ENOSYS for a library whose layout is not known, EIO if the
     * process that it ran in came to an end by itself, with how.
     */
    CompletionStage<ScannedFabric> result();
}
