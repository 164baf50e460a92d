// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

/**
 * Where the queues of a queue pair lie ({@code struct mlx4dv_qp} of mlx4dv.h). Addresses are 0
 * where the provider has no memory behind it.
 *
 * @param buffer address of the memory of both queues
 * @param bufferBytes its size
 * @param receiveRecord address of {@code rdb}: a 32-bit word, big endian, whose lower 16 bits count
 *     the posted receives
 * @param sendDoorbell address of {@code sdb}
 * @param doorbellQpn {@code doorbell_qpn}, as the register takes it, big endian
 * @param send the send queue
 * @param receive the receive queue
 */
public record QpLayout(
        long buffer,
        long bufferBytes,
        long receiveRecord,
        long sendDoorbell,
        int doorbellQpn,
        WorkRing send,
        WorkRing receive) {
    /**
     * A ring of work queue entries in the buffer.
     *
     * @param entries a power of two; 0 for none
     * @param entryShift log2 of the bytes of an entry
     * @param offset bytes from the begin of the buffer
     */
    public record WorkRing(int entries, int entryShift, int offset) {}
}
