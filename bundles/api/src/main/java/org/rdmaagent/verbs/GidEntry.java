// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Gid;

/**
 * A used row of a port's GID table.
 *
 * @param index the row, from 0
 * @param gid the identifier
 * @param type {@code IB}, {@code RoCE v1} or {@code RoCE v2}
 * @param netdev the network interface that owns it; empty on InfiniBand
 */
public record GidEntry(int index, Gid gid, String type, String netdev) {}
