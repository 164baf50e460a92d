// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.nio.ByteBuffer;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/** Registered memory ({@code ibv_reg_mr(3)}). The memory stays reachable while it is open. */
@ProviderType
public interface MemoryRegion extends VerbsObject {
    /** The address of the first byte as work requests name it. */
    long address();

    /** Bytes. */
    long length();

    /** The key for local use. */
    int lkey();

    /** The key for the other side, without meaning unless remote access is allowed. */
    int rkey();

    /** Who may do what. */
    Set<AccessFlag> access();

    /**
     * The memory; a new view at each call, not to be used after closing. It has at most 2^31 - 1
     * bytes, the first ones.
     */
    ByteBuffer buffer();

    /**
     * A piece of it.
     *
     * @param offset first byte, from 0
     * @param bytes how many
     * @throws IndexOutOfBoundsException if it does not lie inside
     */
    default ScatterGather segment(long offset, long bytes) {
        if (offset < 0 || bytes < 0 || bytes > length() - offset) {
            throw new IndexOutOfBoundsException(
                    bytes
                            + " bytes from "
                            + offset
                            + " on do not lie in the "
                            + length()
                            + " bytes of memory region "
                            + name());
        }
        return new ScatterGather(address() + offset, bytes, lkey());
    }
}
