// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

/**
 * A C library that the agent uses or would use.
 *
 * @param name its soname, such as {@code libibumad.so.3}
 * @param version as far as it can be told; empty otherwise
 * @param loaded whether it is in the process
 * @param reason why not, with the remedy; empty if it is loaded
 */
public record NativeLibrary(String name, String version, boolean loaded, String reason) {}
