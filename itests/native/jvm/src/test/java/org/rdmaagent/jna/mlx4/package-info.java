// SPDX-License-Identifier: Apache-2.0
/** Attempts on contexts that the provider would not try by itself. */
@NullMarked
package org.rdmaagent.jna.mlx4;

import org.jspecify.annotations.NullMarked;
