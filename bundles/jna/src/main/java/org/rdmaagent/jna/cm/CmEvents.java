// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.PollFd;
import org.rdmaagent.jna.os.LibcCalls;
import org.rdmaagent.jna.os.WakeFile;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.objects.Waiting;
import org.rdmaagent.spi.cm.CmNotice;

/**
 * The events of a channel. An event is taken, copied and acknowledged in one step that waits for no
 * lock: other threads leave and destroy inside the library until it is done. One thread at a time;
 * a second one waits for the first.
 */
final class CmEvents {
    private static final String TAKE = "rdma_get_cm_event";
    private static final String SUBJECT = "the event channel";

    private final CmFunctions functions;
    private final Pointer channel;
    private final WakeFile waker;
    private final LongFunction<@Nullable NativeCmId> idAt;
    private final ReentrantLock turn = new ReentrantLock();
    private final Memory taken = new Memory(Native.POINTER_SIZE);
    private final Memory files = new Memory(2L * PollFd.SIZE);

    /**
     * @param fd of the channel; does not block
     * @param waker ends a wait
     * @param idAt the id at an address, if it is open
     */
    CmEvents(
            CmFunctions functions,
            Pointer channel,
            int fd,
            WakeFile waker,
            LongFunction<@Nullable NativeCmId> idAt) {
        this.functions = functions;
        this.channel = channel;
        this.waker = waker;
        this.idAt = idAt;
        files.clear();
        fillIn(0, fd);
        fillIn(1, waker.fd());
    }

    private void fillIn(int file, int fd) {
        files.setInt(at(file, PollFd.FD), fd);
        files.setShort(at(file, PollFd.EVENTS), (short) LibcCalls.POLLIN);
    }

    private static long at(int file, PollFd member) {
        return (long) file * PollFd.SIZE + member.offset();
    }

    /**
     * The next event that tells something.
     *
     * @param timeoutNanos 0 or less only looks
     * @param over asked after each wake; ends the wait
     * @return empty if the time is over, or the wait
     * @throws org.rdmaagent.RdmaException if the channel cannot be read
     */
    Optional<CmNotice> await(long timeoutNanos, BooleanSupplier over) {
        long start = System.nanoTime();
        turn.lock();
        try {
            while (true) {
                Optional<CmNotice> told = next();
                if (told.isPresent() || over.getAsBoolean()) {
                    return told;
                }
                long left = timeoutNanos - (System.nanoTime() - start);
                if (left <= 0) {
                    return Optional.empty();
                }
                sleep(left);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Passes over events of ids that are closed and of groups that were left. */
    private Optional<CmNotice> next() {
        while (take()) {
            Optional<CmNotice> told = copyAndAcknowledge();
            if (told.isPresent()) {
                return told;
            }
        }
        return Optional.empty();
    }

    private boolean take() {
        int errno = functions.getEvent(channel, taken);
        if (errno == 0) {
            return true;
        }
        if (errno == VerbsFailure.EAGAIN || errno == VerbsFailure.EINTR) {
            return false;
        }
        throw CmFailure.of(TAKE, errno, SUBJECT);
    }

    private Optional<CmNotice> copyAndAcknowledge() {
        Pointer event = taken.getPointer(0);
        CopiedEvent copied;
        NativeCmId id;
        try {
            copied = CopiedEvent.read(CStruct.at(event));
            // Before it is acknowledged: afterwards the address may be another id's.
            id = idAt.apply(copied.id());
        } finally {
            int unused = functions.ackEvent(event); // fails only without an event
        }
        return id == null ? Optional.empty() : id.told(copied);
    }

    private void sleep(long nanos) {
        int ready = LibcCalls.poll(files, 2, Waiting.millis(nanos));
        if (ready <= 0) {
            int errno = ready == 0 ? VerbsFailure.EINTR : Native.getLastError();
            // A signal of the JVM's own ends the call: no reason to give up.
            if (errno != VerbsFailure.EINTR) {
                throw CmFailure.of("poll", errno, SUBJECT);
            }
            return;
        }
        if (files.getShort(at(1, PollFd.REVENTS)) != 0) {
            waker.clear();
        }
        int seen = files.getShort(at(0, PollFd.REVENTS));
        if (seen != 0 && (seen & LibcCalls.POLLIN) == 0) {
            throw CmFailure.of(TAKE, VerbsFailure.EIO, SUBJECT);
        }
    }
}
