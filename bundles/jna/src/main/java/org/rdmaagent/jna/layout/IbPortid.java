// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code ib_portid_t} of mad.h: where a MAD goes, here by directed route. */
public enum IbPortid implements CField {
    LID("lid", 0, 4),
    DRPATH_CNT("drpath.cnt", 4, 4),
    DRPATH_P("drpath.p", 8, 64),
    DRPATH_DRSLID("drpath.drslid", 72, 2),
    DRPATH_DRDLID("drpath.drdlid", 74, 2);

    /** The whole struct, bytes. */
    public static final int SIZE = 112;

    private final String member;
    private final int offset;
    private final int size;

    IbPortid(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ib_portid_t";
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
