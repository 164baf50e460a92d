// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/**
 * The buffers of one size that one kind of object asked for.
 *
 * @param purpose {@code cq}, {@code qp}, {@code srq}, {@code wq}: the object being made; {@code
 *     resize}: a queue being resized; {@code doorbell}: the page of doorbell records that several
 *     objects share; {@code other}
 * @param bytes of each, as libmlx4 asks for them, before rounding
 * @param allocations how often
 * @param live how many are in use
 */
public record BufferUse(String purpose, long bytes, long allocations, long live) {}
