// SPDX-License-Identifier: Apache-2.0
/**
 * Completion queues and receive queues of mlx4 that Java reads and writes itself, by their public
 * layout ({@code mlx4dv.h}, {@code mlx4dv_init_obj(3)}). The library must not touch them any more:
 * it keeps its own indices, which stand still from then on.
 */
@NullMarked
package org.rdmaagent.jna.verbs.direct;

import org.jspecify.annotations.NullMarked;
