// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

/** One operation for each role. */
public interface ThermostatMBean {
    /** For viewers. */
    int getDegrees();

    /** For admins. */
    void setDegrees(int degrees);

    /** For viewers. */
    String export(String format);

    /** For managers. */
    void discover();

    /** For managers. */
    void discover(String from, int hops);

    /** For admins. */
    void resetCounters();
}
