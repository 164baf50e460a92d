// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** The program in C, {@code completions.c}, on a context of its own. */
final class Twin extends Subject {
    /** Its row. */
    static final String LABEL = "C";

    private static final String LIBRARY = "bench.twin";

    /** Some 10 us. */
    private static final long DENSE = 25_000;

    static {
        Native.register(Twin.class, NativeLibrary.getInstance(System.getProperty(LIBRARY)));
    }

    private final Pointer twin = twin_open(ENTRIES, RECEIVES, BUFFER_BYTES);
    private final Memory sum = new Memory(Long.BYTES);
    private final boolean posts;

    /**
     * Opens it.
     *
     * @param posts whether it posts the receives again
     */
    Twin(boolean posts) {
        super(LABEL);
        if (twin == null) {
            throw new IllegalStateException("the twin in C cannot open its queue");
        }
        this.posts = posts;
        sum.setLong(0, 0);
    }

    private static native int twin_pin(int cpu);

    private static native Pointer twin_open(int entries, int receives, int bytesEach);

    private static native int twin_number(Pointer twin);

    private static native long twin_take(Pointer twin, long n, int batch, Pointer sum);

    private static native long twin_take_and_post(Pointer twin, long n, int batch, Pointer sum);

    private static native long twin_poll_empty(Pointer twin, long n, int batch);

    private static native long twin_dense(long n);

    /** Nanoseconds that a piece of work takes now, which is the same each time. */
    static double strain() {
        long start = System.nanoTime();
        long unused = twin_dense(DENSE);
        return (double) (System.nanoTime() - start);
    }

    /** Keeps this thread on a CPU. */
    static void pin(int cpu) {
        if (twin_pin(cpu) != 0) {
            throw new IllegalStateException("this thread cannot be kept on CPU " + cpu);
        }
    }

    @Override
    int pair() {
        return twin_number(twin);
    }

    @Override
    void take(long count, int batch) {
        long taken =
                posts
                        ? twin_take_and_post(twin, count, batch, sum)
                        : twin_take(twin, count, batch, sum);
        if (taken < count) {
            throw new IllegalStateException("C took " + taken);
        }
    }

    @Override
    long pollEmpty(long polls, int batch) {
        return twin_poll_empty(twin, polls, batch);
    }

    @Override
    long sum() {
        return sum.getLong(0);
    }
}
