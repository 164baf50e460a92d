// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

/**
 * Where a completion queue lies ({@code struct mlx4dv_cq} of mlx4dv.h). Addresses are 0 where the
 * provider has no memory behind it (a simulated one).
 *
 * @param buffer address of the first entry
 * @param cqn its number
 * @param entries a power of two
 * @param entryBytes 32 or 64; the last 32 are the ones that count
 * @param consumerIndexRecord address of {@code set_ci_db}: a 32-bit word, big endian, whose lower
 *     24 bits are the consumer index
 * @param armRecord address of {@code arm_db}
 * @param armSequence {@code arm_sn} at the time of asking
 * @param doorbellPage address of {@code cq_uar}, where arming rings; 0 if the library does not tell
 */
public record CqLayout(
        long buffer,
        int cqn,
        int entries,
        int entryBytes,
        long consumerIndexRecord,
        long armRecord,
        int armSequence,
        long doorbellPage) {}
