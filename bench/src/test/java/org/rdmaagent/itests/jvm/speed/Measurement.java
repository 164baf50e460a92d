// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Two subjects that do the same, one after the other, again and again. A queue is fed, and then the
 * time is taken in which its subject takes everything.
 *
 * <p>Beside each sample, work is timed that is the same each time. Where a machine shares its cores
 * with others, that tells when one of them was at work in the same core: code that keeps a core
 * busy is then half as fast, code that waits is not, and no ratio means anything. Such samples do
 * not count, whatever they are.
 */
final class Measurement {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int POLLS = 2000;
    private static final int LOOKS = 5;
    private static final int ROUNDS = 10;

    /** For how many times as long a quiet moment is waited for. */
    private static final int PATIENCE = 3;

    /** A sample counts if the strain was at most so many times the least that was ever seen. */
    static final double CALM = 1.05;

    /** Samples that count, to do without the others. */
    static final int LEAST = 8;

    /** How completions come. */
    enum Feed {
        /** Written by the thread that measures: cheap. No posted receive is used up. */
        BARE(8000, 300),

        /** Of datagrams that are written into posted receives, by the same thread. */
        DATAGRAMS(4000, 200);

        /** Completions that are there when the time begins. */
        private final int count;

        private final int warmUps;

        Feed(int count, int warmUps) {
            this.count = count;
            this.warmUps = warmUps;
        }

        private void feed(int pair) {
            if (this == BARE) {
                Card.fill(pair, count);
            } else {
                Card.datagrams(pair, count);
            }
        }
    }

    private final String table;
    private final Feed feed;
    private final List<Subject> subjects;
    private final List<List<Row>> rows = new ArrayList<>();
    private double leastStrain = Double.MAX_VALUE;

    /**
     * Without figures yet.
     *
     * @param subjects the first is the one that the others are held against
     */
    Measurement(String table, List<Subject> subjects, Feed feed) {
        this.table = table;
        this.subjects = subjects;
        this.feed = feed;
        for (int i = 0; i < CompletionFigures.BATCHES.size(); i++) {
            rows.add(subjects.stream().map(subject -> new Row()).toList());
        }
    }

    /** Until everything is compiled. */
    void warmUp() {
        for (int i = 0; i < feed.warmUps; i++) {
            for (Subject subject : subjects) {
                for (int batch : CompletionFigures.BATCHES) {
                    Row.Sample unused = sample(subject, batch);
                }
            }
        }
    }

    /**
     * Samples until so many of each row count, or the time is over; where too few count by then,
     * {@link #PATIENCE} times as long.
     */
    void measure(int samples, long limitNanos) {
        long start = System.nanoTime();
        while (quiet() < samples && isTime(System.nanoTime() - start, limitNanos)) {
            for (int i = 0; i < ROUNDS; i++) {
                round();
            }
        }
    }

    private boolean isTime(long passed, long limitNanos) {
        return passed < limitNanos || (quiet() < LEAST && passed < PATIENCE * limitNanos);
    }

    /** One sample more of everything; those that are compared right after each other. */
    private void round() {
        for (int b = 0; b < rows.size(); b++) {
            int batch = CompletionFigures.BATCHES.get(b);
            Row.Sample c = sample(subjects.get(0), batch);
            rows.get(b).get(0).add(c, c);
            for (int i = 1; i < subjects.size(); i++) {
                rows.get(b).get(i).add(sample(subjects.get(i), batch), c);
            }
        }
    }

    private Row.Sample sample(Subject subject, int batch) {
        feed.feed(subject.pair());
        double before = strain();
        double full = (double) subject.takeChecked(feed.count, batch) / feed.count;
        double between = strain();
        double empty = nanosEmpty(subject, batch);
        return new Row.Sample(full, empty, Math.max(before, Math.max(between, strain())));
    }

    private double strain() {
        double nanos = Twin.strain();
        leastStrain = Math.min(leastStrain, nanos);
        return nanos;
    }

    /** The fewest samples that count of any row. */
    private int quiet() {
        return rows.stream()
                .flatMap(List::stream)
                .mapToInt(row -> row.quiet(leastStrain))
                .min()
                .orElseThrow();
    }

    private static double nanosEmpty(Subject subject, int batch) {
        long start = System.nanoTime();
        long found = subject.pollEmpty(POLLS, batch);
        long nanos = System.nanoTime() - start;
        if (found != 0) {
            throw new IllegalStateException(subject.label() + " finds " + found);
        }
        return (double) nanos / POLLS;
    }

    /** The most of some looks, bytes for a completion. */
    private double allocatedEach(Subject subject, int batch) {
        Samples bytes = new Samples();
        for (int i = 0; i < LOOKS; i++) {
            feed.feed(subject.pair());
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long unused = subject.takeChecked(feed.count, batch);
            bytes.add((double) (THREADS.getCurrentThreadAllocatedBytes() - before));
        }
        return bytes.largest() / feed.count;
    }

    /** All figures. */
    void report(PrintStream out) {
        for (int i = 0; i < subjects.size(); i++) {
            Subject subject = subjects.get(i);
            for (int b = 0; b < rows.size(); b++) {
                int batch = CompletionFigures.BATCHES.get(b);
                String begin = table + "\t" + subject.label() + "\t" + batch;
                rows.get(b).get(i).report(out, begin, allocatedEach(subject, batch), leastStrain);
            }
        }
    }
}
