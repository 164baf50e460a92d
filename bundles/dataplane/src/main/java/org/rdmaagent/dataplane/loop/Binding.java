// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.CompletionHandler;

/**
 * A handler, and what it is called in texts.
 *
 * @param handler who gets the completions
 * @param identity class, bundle and version
 */
public record Binding(CompletionHandler handler, String identity) {}
