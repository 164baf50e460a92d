// SPDX-License-Identifier: Apache-2.0
/** The attributes of mlx4 contexts on the real libmlx4, in front of the emulated device. */
@NullMarked
package org.rdmaagent.itests.jvm.mlx4;

import org.jspecify.annotations.NullMarked;
