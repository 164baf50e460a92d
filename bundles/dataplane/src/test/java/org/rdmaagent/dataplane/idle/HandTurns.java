// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionWait;

/** A loop as an idle strategy sees it. */
final class HandTurns implements Turns {
    /** One port that nobody looks at. */
    List<CompletionPort> ports = Collections.nCopies(1, new NoPort());

    IntSupplier work = () -> 0;
    @Nullable CompletionWait wait;
    boolean polls = true;
    BooleanSupplier called = () -> false;
    int naps;
    int rests;
    int waitsMade;

    @Override
    public int doWork() {
        return work.getAsInt();
    }

    @Override
    public boolean polls() {
        return polls;
    }

    @Override
    public boolean isCalled() {
        return called.getAsBoolean();
    }

    @Override
    public boolean hasPorts() {
        return !ports.isEmpty();
    }

    @Override
    public List<CompletionPort> ports() {
        return ports;
    }

    @Override
    public CompletionWait await(List<CompletionPort> all) {
        waitsMade++;
        CompletionWait present = wait;
        if (present == null) {
            throw new RdmaException("ibv_req_notify_cq", Errno.of(22), "feed", "make a channel");
        }
        return present;
    }

    @Override
    public void napped() {
        naps++;
    }

    @Override
    public void rested() {
        rests++;
    }
}
