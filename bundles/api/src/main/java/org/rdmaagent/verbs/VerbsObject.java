// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Something that verbs made on a device and that has to be closed. It outlives a replacement of the
 * bundle that serves it: the object then answers EBADF, and its successor is found by its name.
 * Every operation on a closed one ends with an {@link org.rdmaagent.RdmaException} EBADF.
 */
@ProviderType
public interface VerbsObject extends AutoCloseable {
    /** The name that its maker gave it; unique among the open ones of its kind on the context. */
    String name();

    /** Its kind. */
    ObjectKind kind();

    /** Whether it can still be used. */
    boolean isOpen();

    /**
     * Gives it back. Closing twice does nothing.
     *
     * @throws org.rdmaagent.RdmaException EBUSY while others need it; it stays open then
     */
    @Override
    void close();
}
