// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/** {@code Dl_info} of dlfcn.h: what dladdr(3) tells of an address. */
public enum DlInfo implements CField {
    FILE_NAME("dli_fname", 0, 8),
    BASE("dli_fbase", 8, 8);

    /** The whole struct, bytes. */
    public static final int SIZE = 32;

    private final String member;
    private final int offset;
    private final int size;

    DlInfo(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "Dl_info";
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
