// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

/** How a multicast group is named. */
public enum GroupKind {
    /** An IPv4 address; the MGID follows from it. */
    IPV4,
    /** An IPv6 address; the MGID follows from it. */
    IPV6,
    /** The MGID itself. */
    MGID,
    /** Not at all: the subnet administration makes a group with an MGID of its own choice. */
    SA_ASSIGNED
}
