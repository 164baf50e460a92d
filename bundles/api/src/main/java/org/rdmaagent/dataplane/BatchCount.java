// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/**
 * How often a poll found so many completions.
 *
 * @param from completions, 1 or more
 * @param to completions, at the most
 * @param polls how often
 */
public record BatchCount(int from, int to, long polls) {}
