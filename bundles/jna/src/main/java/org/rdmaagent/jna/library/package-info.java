// SPDX-License-Identifier: Apache-2.0
/**
 * Shared libraries: loaded once, never unloaded, each with its version or the reason why it is
 * missing.
 */
@NullMarked
package org.rdmaagent.jna.library;

import org.jspecify.annotations.NullMarked;
