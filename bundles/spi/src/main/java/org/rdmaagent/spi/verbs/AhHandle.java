// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import org.rdmaagent.verbs.AddressHandle;

/** An address handle ({@code struct ibv_ah}). Close: {@code ibv_destroy_ah(3)}. */
public interface AhHandle extends VerbsHandle, AddressHandle {
    /** The protection domain that it is of. */
    PdHandle pd();
}
