// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/** What a port speaks below its transport ({@code ibv_port_attr.link_layer}, verbs.h). */
public enum LinkLayer {
    /** The driver does not say; InfiniBand by convention. */
    UNSPECIFIED,
    /** InfiniBand. */
    INFINIBAND,
    /** Ethernet: RoCE or iWARP. */
    ETHERNET;

    /** The layer of a number of verbs.h; unknown numbers are {@link #UNSPECIFIED}. */
    public static LinkLayer ofCode(int code) {
        return code >= 0 && code < values().length ? values()[code] : UNSPECIFIED;
    }
}
