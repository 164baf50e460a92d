// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

/** What the connection manager does on one port and not on another: the documented differences. */
public enum CmTrait {
    /** It is an InfiniBand port: a group has a LID, and the rule of IP over InfiniBand. */
    INFINIBAND,
    /** It is an Ethernet port: the MGID of an IPv4 group is the mapped address. */
    ETHERNET
}
