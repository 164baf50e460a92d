// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/**
 * What the driver tells of a context ({@code mlx4dv_query_device(3)}).
 *
 * @param version of the driver's layouts ({@code struct mlx4dv_context.version}), 0 to 255
 * @param maxInlineReceiveBytes {@code max_inl_recv_sz}: the largest message that is received into
 *     the completion queue entry; 0 for none
 * @param compMask {@code comp_mask}: which further fields are valid
 */
public record Mlx4DriverAttributes(int version, long maxInlineReceiveBytes, long compMask) {}
