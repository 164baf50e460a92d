// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

/** Something that a provider opened and that must be given back. Closing twice does nothing. */
public interface NativeHandle extends AutoCloseable {
    /** Whether it can still be used. */
    boolean isOpen();

    @Override
    void close();
}
