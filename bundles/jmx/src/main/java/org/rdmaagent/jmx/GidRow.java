// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.GidEntry;

/**
 * A used row of a GID table on the wire.
 *
 * @param index the row, from 0
 * @param gid eight groups of four hexadecimal digits
 * @param type {@code IB}, {@code RoCE v1} or {@code RoCE v2}
 * @param netdev the network interface that owns it; empty on InfiniBand
 */
public record GidRow(int index, String gid, String type, String netdev) {
    static GidRow of(GidEntry entry) {
        return new GidRow(entry.index(), entry.gid().toString(), entry.type(), entry.netdev());
    }
}
