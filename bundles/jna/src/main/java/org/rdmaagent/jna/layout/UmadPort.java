// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code umad_port_t} of umad.h: a port below {@link UmadCa#PORTS}. */
public enum UmadPort implements CField {
    CA_NAME("ca_name", 0, 20),
    PORTNUM("portnum", 20, 4),
    BASE_LID("base_lid", 24, 4),
    LMC("lmc", 28, 4),
    SM_LID("sm_lid", 32, 4),
    SM_SL("sm_sl", 36, 4),
    STATE("state", 40, 4),
    PHYS_STATE("phys_state", 44, 4),
    RATE("rate", 48, 4),
    CAPMASK("capmask", 52, 4),
    GID_PREFIX("gid_prefix", 56, 8),
    PORT_GUID("port_guid", 64, 8),
    PKEYS_SIZE("pkeys_size", 72, 4),
    PKEYS("pkeys", 80, 8),
    LINK_LAYER("link_layer", 88, 20);

    /** The whole struct, bytes. */
    public static final int SIZE = 112;

    private final String member;
    private final int offset;
    private final int size;

    UmadPort(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "umad_port_t";
    }

    @Override
    public String member() {
        return member;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int size() {
        return size;
    }
}
