// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

/** How long the world has been there. */
@FunctionalInterface
public interface WorldTime {
    /** Nanoseconds since it began. */
    long nanos();
}
