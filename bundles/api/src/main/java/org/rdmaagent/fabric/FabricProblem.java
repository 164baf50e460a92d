// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

/**
 * Something that is wrong with a subnet, or with a file that describes one.
 *
 * @param kind a fixed word, such as {@code duplicateNodeGuid}, {@code oneSidedLink}, {@code
 *     badLine}
 * @param subject what it is about: a node, a link end, or {@code line 17}
 * @param text what is wrong and what to do about it
 */
public record FabricProblem(String kind, String subject, String text) {}
