// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.util.List;
import org.rdmaagent.jna.layout.PollFd;
import org.rdmaagent.jna.os.LibcCalls;
import org.rdmaagent.jna.os.WakeFile;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.completion.CompletionWait;

/**
 * Waits with poll(2) for the channels of several ports, and for a file to be woken by. As long as
 * one port of a channel is open its queue is, and so are the channel and its file. A sleep makes no
 * garbage. Only the polling thread arms and awaits.
 */
final class NativeWait implements CompletionWait {
    private static final String AWAIT = "ibv_get_cq_event";

    private final QueuePort[] ports;
    private final WakeFile waker;
    private final Runnable wake;

    /** Those of the open ports, each once; as many as the last sleep was for. */
    private final NativeChannel[] channels;

    private final Memory files;

    private NativeWait(List<QueuePort> ports, WakeFile waker) {
        this.ports = ports.toArray(QueuePort[]::new);
        this.waker = waker;
        this.wake = waker::wake;
        this.channels = new NativeChannel[this.ports.length];
        this.files = new Memory((1L + this.ports.length) * PollFd.SIZE);
    }

    /** For these. */
    static NativeWait of(List<QueuePort> ports) {
        for (QueuePort port : ports) {
            if (port.cq().ownChannel() == null) {
                throw port.cq()
                        .failed(
                                AWAIT,
                                VerbsFailure.EINVAL,
                                "it has no completion channel: create it with one, or poll it");
            }
        }
        return new NativeWait(List.copyOf(ports), WakeFile.open("completion channels"));
    }

    @Override
    public void arm() {
        for (QueuePort port : ports) {
            port.arm();
        }
    }

    @Override
    public boolean await(long timeoutNanos) {
        long start = System.nanoTime();
        int waited = fillIn();
        boolean wanted = false;
        for (QueuePort port : ports) {
            port.sleeps(wake);
        }
        for (QueuePort port : ports) {
            wanted |= port.isWanted();
        }
        int ready;
        try {
            ready = sleep(waited, start, wanted ? 0 : timeoutNanos);
        } finally {
            for (QueuePort port : ports) {
                port.wakes();
            }
        }
        if (ready <= 0) {
            return wanted; // whoever wants it a moment later wakes it
        }
        boolean woken = waker.clear();
        boolean told = false;
        for (int i = 0; i < waited; i++) {
            int seen = files.getShort(at(i + 1, PollFd.REVENTS));
            if (seen != 0) {
                told |= channels[i].takeAll(seen, ports);
            }
        }
        return woken || told;
    }

    /** Tells poll(2) what to wait for; a port that is closed has no channel any more. */
    private int fillIn() {
        int count = 0;
        fillIn(0, waker.fd());
        for (QueuePort port : ports) {
            NativeChannel channel = port.cq().ownChannel();
            if (channel != null && !port.isClosed() && !isAmong(channel, count)) {
                channels[count++] = channel;
                fillIn(count, channel.fd());
            }
        }
        return count;
    }

    private boolean isAmong(NativeChannel channel, int count) {
        for (int i = 0; i < count; i++) {
            if (channels[i] == channel) {
                return true;
            }
        }
        return false;
    }

    private void fillIn(int file, int fd) {
        files.setInt(at(file, PollFd.FD), fd);
        files.setShort(at(file, PollFd.EVENTS), (short) LibcCalls.POLLIN);
        files.setShort(at(file, PollFd.REVENTS), (short) 0);
    }

    private static long at(int file, PollFd member) {
        return (long) file * PollFd.SIZE + member.offset();
    }

    private int sleep(int waited, long start, long timeoutNanos) {
        while (true) {
            long left = timeoutNanos - (System.nanoTime() - start);
            int millis = Waiting.millis(Math.max(0, left));
            int ready = LibcCalls.poll(files, 1L + waited, millis);
            int errno = ready < 0 ? Native.getLastError() : 0;
            if (ready >= 0) {
                return ready;
            }
            // A signal of the JVM's own ends the call: no reason to give up.
            if (errno != VerbsFailure.EINTR) {
                throw VerbsFailure.of("poll", errno, "completion channels");
            }
        }
    }

    @Override
    public void wake() {
        waker.wake();
    }

    @Override
    public void close() {
        waker.close();
    }
}
