// SPDX-License-Identifier: Apache-2.0
/** libmlx4 behind its port: the checks that it does not make, and what it was told. */
@NullMarked
package org.rdmaagent.jna.mlx4;

import org.jspecify.annotations.NullMarked;
