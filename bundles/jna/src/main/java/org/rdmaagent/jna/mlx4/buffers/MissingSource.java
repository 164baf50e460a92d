// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

/** An allocator that could not be made. */
record MissingSource(String name, String reason) implements BufferSource {
    @Override
    public Lot take(long bytes) throws NoBufferException {
        throw new NoBufferException(reason);
    }

    @Override
    public String detail() {
        return "it could not be made";
    }

    @Override
    public String trouble() {
        return reason;
    }

    @Override
    public boolean usable() {
        return false;
    }
}
