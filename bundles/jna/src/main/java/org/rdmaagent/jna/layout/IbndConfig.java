// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code ibnd_config_t} of ibnetdisc.h. */
public enum IbndConfig implements CField {
    MAX_SMPS("max_smps", 0, 4),
    SHOW_PROGRESS("show_progress", 4, 4),
    MAX_HOPS("max_hops", 8, 4),
    DEBUG("debug", 12, 4),
    TIMEOUT_MS("timeout_ms", 16, 4),
    RETRIES("retries", 20, 4),
    FLAGS("flags", 24, 4),
    MKEY("mkey", 32, 8),
    PAD("pad", 40, 44);

    /** The whole struct, bytes. */
    public static final int SIZE = 88;

    private final String member;
    private final int offset;
    private final int size;

    IbndConfig(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "ibnd_config_t";
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
