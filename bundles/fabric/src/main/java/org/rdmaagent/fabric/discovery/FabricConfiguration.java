// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/**
 * The keys of {@code etc/org.rdmaagent.fabric.cfg}; the component runtime implements it. All are
 * texts, so that a wrong one can be reported and takes no other with it.
 */
public @interface FabricConfiguration {
    /** The persistent identity of the configuration. */
    String PID = "org.rdmaagent.fabric";

    /** Who sweeps where a request names nobody: {@code java} or {@code libibnetdisc}. */
    String engine() default "java";

    /** How long libibnetdisc may take for a scan before it is killed, 1 to 86400 seconds. */
    String libraryDeadlineSeconds() default "120";

    /** Whether each port sweeps once when it is first seen: true or false. */
    String sweepAtStart() default "true";

    /**
     * How long after the end of a sweep the next one begins by itself, 0 to 2147483647 seconds; 0
     * is never.
     */
    String sweepIntervalSeconds() default "0";

    /**
     * Whether the sweeps after an interval confirm what is known instead of asking everything: true
     * or false.
     */
    String incremental() default "false";

    /** Every which of the sweeps after an interval asks everything all the same, 1 to 1000000. */
    String fullSweepEvery() default "10";

    /** Questions outstanding at a time, 1 to 1024. */
    String maxSmpsOnWire() default "8";

    /** How long an answer may take, 1 to 60000 milliseconds. */
    String timeoutMillis() default "500";

    /** How often a question is repeated, 0 to 20. */
    String retries() default "3";

    /**
     * The management key of every question, 1 to 16 hexadecimal digits; empty for none. A secret:
     * the component that reads it publishes no properties.
     */
    String mKey() default "";
}
