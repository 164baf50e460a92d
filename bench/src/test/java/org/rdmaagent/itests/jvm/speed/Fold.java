// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

/** A sum over completions that depends on their order, the same as in {@code completions.c}. */
public final class Fold {
    private static final int TURN = 5;

    private Fold() {}

    /** The sum with one more. */
    public static long add(long sum, long wrId, int status, int byteLen) {
        return Long.rotateLeft(sum, TURN)
                ^ (wrId + ((long) status << 48) + ((long) byteLen << Integer.SIZE));
    }
}
