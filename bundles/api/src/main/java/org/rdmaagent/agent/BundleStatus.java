// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent;

/**
 * A bundle of the agent's.
 *
 * @param name symbolic name
 * @param version OSGi version
 * @param state such as {@code ACTIVE}
 */
public record BundleStatus(String name, String version, String state) {}
