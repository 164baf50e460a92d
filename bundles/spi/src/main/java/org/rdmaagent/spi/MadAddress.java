// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import org.rdmaagent.Lid;

/**
 * Where a MAD goes ({@code ib_mad_addr_t} in umad.h, host byte order).
 *
 * @param lid destination LID; {@link Lid#PERMISSIVE} for directed route
 * @param qpn 0 for subnet management, 1 for everything else
 * @param qkey 0 for QP0, 0x80010000 for QP1
 * @param sl service level
 */
public record MadAddress(Lid lid, int qpn, int qkey, int sl) {
    /** Directed-route SMPs. */
    public static final MadAddress DIRECTED = new MadAddress(Lid.PERMISSIVE, 0, 0, 0);
}
