// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Several subjects that do the same, one after the other, again and again. A queue is fed, and then
 * the time is taken in which its subject takes everything: a sample is the median of some of these
 * times, so that what else the machine does in between leaves it alone.
 */
final class Measurement {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int POLLS = 10_000;
    private static final int LOOKS = 5;

    /** How completions come. */
    enum Feed {
        /** Written by the thread that measures: cheap. No posted receive is used up. */
        BARE(8000, 40, 9),

        /** Of datagrams that the device writes: its thread has to get a CPU each time. */
        DATAGRAMS(4000, 12, 5);

        /** Completions that are there when the time begins. */
        private final int count;

        private final int warmUps;
        private final int times;

        Feed(int count, int warmUps, int times) {
            this.count = count;
            this.warmUps = warmUps;
            this.times = times;
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
                    double unused = nanosEach(subject, batch) + nanosEmpty(subject, batch);
                }
            }
        }
    }

    /** One sample more of everything; those that are compared right after each other. */
    void round() {
        for (int b = 0; b < rows.size(); b++) {
            int batch = CompletionFigures.BATCHES.get(b);
            List<Row> atBatch = rows.get(b);
            for (int i = 0; i < subjects.size(); i++) {
                Subject subject = subjects.get(i);
                double full = nanosEach(subject, batch);
                atBatch.get(i).add(full, nanosEmpty(subject, batch), atBatch.get(0));
            }
        }
    }

    private double nanosEach(Subject subject, int batch) {
        Samples times = new Samples();
        for (int i = 0; i < feed.times; i++) {
            feed.feed(subject.pair());
            times.add((double) subject.takeChecked(feed.count, batch));
        }
        return times.median() / feed.count;
    }

    private double nanosEmpty(Subject subject, int batch) {
        Samples times = new Samples();
        for (int i = 0; i < feed.times; i++) {
            long start = System.nanoTime();
            long found = subject.pollEmpty(POLLS, batch);
            times.add((double) (System.nanoTime() - start));
            if (found != 0) {
                throw new IllegalStateException(subject.label() + " finds " + found);
            }
        }
        return times.median() / POLLS;
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
                rows.get(b).get(i).report(out, begin, allocatedEach(subject, batch));
            }
        }
    }
}
