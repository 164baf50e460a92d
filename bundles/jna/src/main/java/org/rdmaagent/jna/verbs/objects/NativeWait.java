// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.PollFd;
import org.rdmaagent.jna.os.LibcCalls;
import org.rdmaagent.jna.os.WakeFile;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.completion.CompletionWait;

/**
 * Waits with poll(2) for the channels of several ports, and for a file to be woken by. As long as
 * one port of a channel is open its queue is, and so are the channel and its file.
 */
final class NativeWait implements CompletionWait {
    private static final String AWAIT = "ibv_get_cq_event";

    private final List<NativePort> ports;
    private final WakeFile waker;
    private final CStruct files;

    private NativeWait(List<NativePort> ports, WakeFile waker) {
        this.ports = ports;
        this.waker = waker;
        this.files = CStruct.allocate((1L + ports.size()) * PollFd.SIZE);
    }

    /** For these. */
    static NativeWait of(List<NativePort> ports) {
        for (NativePort port : ports) {
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
        for (NativePort port : ports) {
            port.arm();
        }
    }

    @Override
    public boolean await(long timeoutNanos) {
        long start = System.nanoTime();
        List<NativeChannel> channels = channels();
        for (NativePort port : ports) {
            port.sleeps(this::wake);
        }
        boolean wanted = ports.stream().anyMatch(NativePort::isWanted);
        int ready;
        try {
            ready = sleep(channels, start, wanted ? 0 : timeoutNanos);
        } finally {
            ports.forEach(NativePort::wakes);
        }
        if (ready <= 0) {
            return wanted; // whoever wants it a moment later wakes it
        }
        boolean woken = waker.clear();
        boolean told = false;
        for (int i = 0; i < channels.size(); i++) {
            if (file(i + 1).get(PollFd.REVENTS) != 0) {
                told |= channels.get(i).takeAll();
            }
        }
        return woken || told;
    }

    /** Each once; a port that is closed has none any more. */
    private List<NativeChannel> channels() {
        List<NativeChannel> channels = new ArrayList<>();
        for (NativePort port : ports) {
            NativeChannel channel = port.cq().ownChannel();
            if (channel != null && !port.isClosed() && !channels.contains(channel)) {
                channels.add(channel);
            }
        }
        return channels;
    }

    private CStruct file(int index) {
        return files.part((long) index * PollFd.SIZE);
    }

    private int sleep(List<NativeChannel> channels, long start, long timeoutNanos) {
        file(0).put(PollFd.FD, waker.fd()).put(PollFd.EVENTS, LibcCalls.POLLIN);
        for (int i = 0; i < channels.size(); i++) {
            file(i + 1).put(PollFd.FD, channels.get(i).fd()).put(PollFd.EVENTS, LibcCalls.POLLIN);
        }
        while (true) {
            long left = timeoutNanos - (System.nanoTime() - start);
            int millis = Waiting.millis(Math.max(0, left));
            int ready = LibcCalls.poll(files.pointer(), 1L + channels.size(), millis);
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
