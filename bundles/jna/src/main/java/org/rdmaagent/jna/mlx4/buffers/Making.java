// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

/** What a thread is making while the library asks for buffers. For that thread. */
final class Making {
    private static final String DOORBELL = "doorbell";

    private final String purpose;
    private int requests;
    private String refusal = "";

    Making(String purpose) {
        this.purpose = purpose;
    }

    /**
     * What the next buffer is for. The library asks first for the object's own buffer, then for a
     * page of doorbell records if it has none left.
     */
    String next(long bytes) {
        requests++;
        return requests > 1 && bytes == HostMemory.pageBytes() ? DOORBELL : purpose;
    }

    /** It got none. */
    void refused(String reason) {
        refusal = reason;
    }

    /** Why it got none; empty if it got all. */
    String refusal() {
        return refusal;
    }
}
