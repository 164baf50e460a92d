// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/** The keys of {@code etc/org.rdmaagent.fabric.cfg}; the component runtime implements it. */
public @interface FabricConfiguration {
    /** The persistent identity of the configuration. */
    String PID = "org.rdmaagent.fabric";

    /** Whether each port sweeps once when it is first seen. */
    boolean sweepAtStart() default true;

    /** How long after the end of a sweep the next one begins by itself, seconds; 0 is never. */
    int sweepIntervalSeconds() default 0;

    /** Questions outstanding at a time, 1 to 1024. */
    int maxSmpsOnWire() default 8;

    /** How long an answer may take, milliseconds. */
    int timeoutMillis() default 500;

    /** How often a question is repeated. */
    int retries() default 3;
}
