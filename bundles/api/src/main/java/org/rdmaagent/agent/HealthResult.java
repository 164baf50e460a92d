// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

/**
 * The outcome of one check.
 *
 * @param name what was checked
 * @param grade how it stands
 * @param text what was seen and, if it is not well, what to do
 */
public record HealthResult(String name, HealthGrade grade, String text) {}
