// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

/**
 * How much of everything a JVM of cases does: {@code rdma.long} all of it, {@code rdma.brief} as
 * one of the many that run the same cases.
 */
public enum Extent {
    LONG,
    USUAL,
    BRIEF;

    /** Of this JVM. */
    public static final Extent HERE =
            Boolean.getBoolean("rdma.long")
                    ? LONG
                    : Boolean.getBoolean("rdma.brief") ? BRIEF : USUAL;

    /** The number for this JVM. */
    public static int of(int ifLong, int usual, int brief) {
        return switch (HERE) {
            case LONG -> ifLong;
            case USUAL -> usual;
            case BRIEF -> brief;
        };
    }
}
