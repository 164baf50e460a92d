// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

/** The settings of {@code etc/org.rdmaagent.sim.cfg}. */
@interface SimulationConfiguration {
    /** A file in ibnetdiscover's format; empty for the built-in world. */
    String topologyFile() default "";

    /** The seed of everything random. */
    long seed() default 1;

    /** From question to answer, microseconds. */
    long latencyMicros() default 5;

    /** What each hop of the route adds to that, there and back together, nanoseconds. */
    long hopNanos() default 0;

    /** At most so much is added by chance, microseconds. */
    long jitterMicros() default 0;

    /** Questions without an answer, of a million. */
    int lossPerMillion() default 0;
}
