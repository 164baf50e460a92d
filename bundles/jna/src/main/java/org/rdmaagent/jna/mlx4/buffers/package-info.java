// SPDX-License-Identifier: Apache-2.0
/** Who gives the memory of queues, which address came from whom, and what was asked for. */
@NullMarked
package org.rdmaagent.jna.mlx4.buffers;

import org.jspecify.annotations.NullMarked;
