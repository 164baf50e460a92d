// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;

/**
 * Room for a message ({@code struct ibv_recv_wr}, {@code ibv_post_recv(3)}).
 *
 * @param wrId comes back in the completion
 * @param segments where the message goes, filled in order; a datagram begins with 40 bytes for the
 *     network header
 */
public record ReceiveRequest(long wrId, List<ScatterGather> segments) {
    /** Copies the list. */
    public ReceiveRequest {
        segments = List.copyOf(segments);
    }
}
