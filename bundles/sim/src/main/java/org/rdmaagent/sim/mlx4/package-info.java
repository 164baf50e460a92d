// SPDX-License-Identifier: Apache-2.0
/**
 * What libmlx4 keeps of an open device: who gives the memory of its queues, in which sizes, and the
 * attributes that were set. Memory is accounted for; there is none.
 */
@NullMarked
package org.rdmaagent.sim.mlx4;

import org.jspecify.annotations.NullMarked;
