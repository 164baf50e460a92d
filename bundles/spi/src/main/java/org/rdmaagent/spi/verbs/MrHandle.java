// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.nio.ByteBuffer;
import java.util.Set;
import org.rdmaagent.verbs.AccessFlag;

/**
 * A memory region ({@code struct ibv_mr}). Keeps its memory reachable while it is open. Close:
 * {@code ibv_dereg_mr(3)}, EBUSY while memory windows are bound to it.
 */
public interface MrHandle extends VerbsHandle {
    /** The protection domain that it is of. */
    PdHandle pd();

    /**
     * The address of the first byte as scatter/gather elements name it; a simulation chooses its
     * own numbers.
     */
    long address();

    /** Bytes. */
    long length();

    /** {@code lkey}. */
    int lkey();

    /** {@code rkey}. */
    int rkey();

    /** As registered. */
    Set<AccessFlag> access();

    /** The memory, its first 2^31 - 1 bytes at the most; a new view at each call. */
    ByteBuffer buffer();
}
