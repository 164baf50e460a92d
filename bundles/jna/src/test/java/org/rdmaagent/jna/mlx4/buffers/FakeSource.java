// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.ArrayList;
import java.util.List;

/** Gives numbers. */
final class FakeSource implements BufferSource {
    private final String name;
    private long next;
    final List<Long> live = new ArrayList<>();
    String refusal = "";
    boolean throwsOnTake;
    boolean throwsOnBack;
    int closes;

    FakeSource(String name, long first) {
        this.name = name;
        this.next = first;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Lot take(long bytes) throws NoBufferException {
        if (throwsOnTake) {
            throw new IllegalStateException("broken");
        }
        if (!refusal.isEmpty()) {
            throw new NoBufferException(refusal);
        }
        long address = next;
        next += bytes;
        live.add(address);
        return new Lot(address, this::takeBack);
    }

    void again(long address) {
        next = address;
    }

    private void takeBack(long address, long bytes) {
        live.remove(address);
        if (throwsOnBack) {
            throw new IllegalStateException("not mine");
        }
    }

    @Override
    public String detail() {
        return "numbers";
    }

    @Override
    public void close() {
        closes++;
    }
}
