// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.MulticastAttachment;

/**
 * A multicast group that a queue pair is attached to, on the wire.
 *
 * @param mgid eight groups of four hexadecimal digits
 * @param mlid its LID, host byte order; of no meaning on Ethernet
 */
public record MulticastRow(String mgid, int mlid) {
    static MulticastRow of(MulticastAttachment group) {
        return new MulticastRow(group.mgid().toString(), group.mlid().value());
    }
}
