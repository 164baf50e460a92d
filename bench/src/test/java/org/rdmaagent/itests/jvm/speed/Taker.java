// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

/** Drives a port. */
public interface Taker {
    /** Takes exactly so many completions, which are there, with so many to a poll. */
    void take(long count, int batch);

    /** Polls so often; how many completions there were. */
    long poll(long polls, int batch);

    /** What its handler saw, see {@link Fold}. */
    long sum();
}
