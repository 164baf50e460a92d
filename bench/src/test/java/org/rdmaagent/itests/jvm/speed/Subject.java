// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

/** Who takes completions off a queue of its own, and is measured. */
abstract class Subject {
    /** Receives of a queue pair; wr_id counts from 0 to this, again and again. */
    static final int RECEIVES = 4096;

    /** Of the completion queue. */
    static final int ENTRIES = 8191;

    /** Of a buffer. */
    static final int BUFFER_BYTES = 256;

    private final String label;
    private long sequence;

    Subject(String label) {
        this.label = label;
    }

    /** The row. */
    final String label() {
        return label;
    }

    /** The number of the queue pair that its completions are of. */
    abstract int pair();

    /** Takes exactly so many, which are there. */
    abstract void take(long count, int batch);

    /** Polls an empty queue; how many completions there were. */
    abstract long pollEmpty(long polls, int batch);

    /** Of all completions so far. */
    abstract long sum();

    /** Takes so many, and checks what was seen of them. */
    final long takeChecked(int count, int batch) {
        long expected = expected(sum(), count);
        long start = System.nanoTime();
        take(count, batch);
        long nanos = System.nanoTime() - start;
        if (sum() != expected) {
            throw new IllegalStateException(label + " saw other completions than there were");
        }
        return nanos;
    }

    private long expected(long sum, int count) {
        long result = sum;
        for (int i = 0; i < count; i++) {
            result = Fold.add(result, sequence % RECEIVES, 0, Card.BYTE_LEN);
            sequence++;
        }
        return result;
    }
}
