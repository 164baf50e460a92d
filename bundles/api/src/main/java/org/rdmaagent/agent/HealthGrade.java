// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

/** How bad it is, worst last. */
public enum HealthGrade {
    /** As it should be. */
    OK,
    /** Works, with less than it could have. */
    WARN,
    /** Does not work. */
    CRITICAL
}
