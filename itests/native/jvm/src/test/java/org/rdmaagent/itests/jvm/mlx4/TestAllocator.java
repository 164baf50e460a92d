// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.mlx4.BufferAllocator;

/** Real pages, and a record of who asked for what. */
final class TestAllocator implements BufferAllocator {
    /** What it does instead of giving. */
    enum Mood {
        GIVING,
        REFUSING,
        THROWING,
        ODD,
        UNMAPPED,
        TWICE,
        SLOW
    }

    /** Pages that are mapped nowhere. */
    private static final long NOWHERE = 0x10000;

    final Map<Long, Long> live = new ConcurrentHashMap<>();
    final AtomicInteger given = new AtomicInteger();
    final AtomicInteger foreign = new AtomicInteger();

    /** A slow one was asked, and may answer. */
    final CountDownLatch asked = new CountDownLatch(1);

    final CountDownLatch mayAnswer = new CountDownLatch(1);
    volatile Mood mood = Mood.GIVING;
    volatile boolean throwsOnFree;
    private volatile long last;

    @Override
    public long allocate(long bytes) {
        return switch (mood) {
            case GIVING -> give(bytes);
            case REFUSING -> 0;
            case THROWING -> throw new IllegalStateException("no mood");
            case ODD -> map(bytes) + 64;
            case UNMAPPED -> NOWHERE;
            case TWICE -> last;
            case SLOW -> giveLater(bytes);
        };
    }

    private long giveLater(long bytes) {
        asked.countDown();
        try {
            mayAnswer.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return give(bytes);
    }

    private long give(long bytes) {
        long address = map(bytes);
        last = address;
        return address;
    }

    private long map(long bytes) {
        Pointer pages =
                SystemCalls.mmap(
                        null, bytes, SystemCalls.READ_WRITE, SystemCalls.PRIVATE_ANONYMOUS, -1, 0);
        long address = Pointer.nativeValue(pages);
        live.put(address, bytes);
        given.incrementAndGet();
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        long start = mood == Mood.ODD ? address - 64 : address;
        Long size = live.remove(start);
        if (size == null || size != bytes) {
            foreign.incrementAndGet();
            return;
        }
        int unused = SystemCalls.munmap(new Pointer(start), bytes);
        if (throwsOnFree) {
            throw new IllegalStateException("not mine");
        }
    }
}
