// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;

/**
 * What an owner (a capability, by name) holds in the provider's registry. Replacing the owner's
 * bundle loses nothing: it hands the lease back when it stops, and the next one takes it up with
 * {@link org.rdmaagent.spi.VerbsLibrary#lease}. What nobody takes up within a deadline (60 s unless
 * configured) the provider closes in the right order, and says so.
 */
public interface VerbsLease extends AutoCloseable {
    /** Whose it is. */
    String owner();

    /**
     * Opens a device ({@code ibv_open_device(3)}). The provider makes its async fd and all later
     * completion channels non-blocking.
     *
     * @param name of the context, unique within the lease
     * @throws org.rdmaagent.RdmaException ENODEV no such device, EACCES no permission, EMFILE,
     *     EOPNOTSUPP; EBADF if the lease was handed back or closed
     * @throws IllegalArgumentException if the name is taken
     */
    ContextHandle open(String device, String name);

    /** The contexts that are open, those of an earlier owner too, in the order of opening. */
    List<ContextHandle> contexts();

    /** Gives the lease back without closing anything. Twice does nothing; use ends with EBADF. */
    void handBack();

    /**
     * Closes everything in the right order and gives the lease back: queue pairs are detached,
     * brought to the error state and drained first. Goes on after a failure. Twice does nothing.
     *
     * @throws org.rdmaagent.RdmaException the first failure; what could not be closed stays in the
     *     registry
     */
    @Override
    void close();
}
