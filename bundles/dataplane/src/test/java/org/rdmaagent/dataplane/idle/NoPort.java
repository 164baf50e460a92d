// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A port that is only counted. */
final class NoPort implements CompletionPort {
    @Override
    public PolledQueue queue() {
        return new PolledQueue("mlx4_0", "ctx", "feed", 1, 16, 8, true);
    }

    @Override
    public String kind() {
        return "none";
    }

    @Override
    public CompletionBatch batch() {
        throw new IllegalStateException();
    }

    @Override
    public int poll(int max) {
        return 0;
    }

    @Override
    public int failures() {
        return 0;
    }

    @Override
    public WorkCompletionStatus statusOf(int index) {
        throw new IllegalStateException();
    }

    @Override
    public int attend() {
        return 0;
    }

    @Override
    public void flush() {}

    @Override
    public void abandonCurrent() {}

    @Override
    public int remaining() {
        return 0;
    }

    @Override
    public long staleCompletions() {
        return 0;
    }

    @Override
    public int receivesPosted() {
        return 0;
    }

    @Override
    public int receivesHeld() {
        return 0;
    }

    @Override
    public String damage() {
        return "";
    }

    @Override
    public void close() {}
}
