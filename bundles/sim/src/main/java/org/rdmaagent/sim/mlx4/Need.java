// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/**
 * The memory that libmlx4 asks for to make an object.
 *
 * @param purpose what for
 * @param bytes of its queues, as they are asked for; 0 for no queues
 * @param doorbell the record beside them
 */
public record Need(Purpose purpose, long bytes, Doorbell doorbell) {}
