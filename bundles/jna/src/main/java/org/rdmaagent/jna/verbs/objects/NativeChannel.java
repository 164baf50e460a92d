// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvCompChannel;
import org.rdmaagent.jna.os.LibcCalls;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.ObjectKind;

/**
 * {@code struct ibv_comp_channel}.
 *
 * <p>An event names its queue by address, and the queue cannot be destroyed before the event is
 * acknowledged. So an event is taken, and a queue of this channel destroyed, under one lock.
 */
final class NativeChannel extends NativeObject implements ChannelHandle {
    private static final String CREATE = "ibv_create_comp_channel";
    private static final String AWAIT = "ibv_get_cq_event";
    private static final QueuePort[] NONE = {};

    private final NativeContext context;
    private final int fd;
    private final Object taking = new Object();

    /** What an event says: written and read under the lock that it is taken under. */
    private final Memory queue = new Memory(Native.POINTER_SIZE);

    private final Memory queueContext = new Memory(Native.POINTER_SIZE);

    private NativeChannel(Origin origin, Pointer channel, NativeContext context) {
        super(origin, channel);
        this.context = context;
        this.fd = CStruct.at(channel).integer(IbvCompChannel.FD);
    }

    static NativeChannel create(NativeContext context, String name) {
        return context.registry()
                .make(
                        CREATE,
                        ObjectKind.COMPLETION_CHANNEL,
                        name,
                        List.of(context),
                        origin -> create(origin, context));
    }

    private static NativeChannel create(Origin origin, NativeContext context) {
        Pointer channel = ObjectCalls.ibv_create_comp_channel(context.pointer());
        if (channel == null) {
            int errno = ObjectCalls.lastError(VerbsFailure.EMFILE);
            throw VerbsFailure.of(CREATE, errno, origin.subject(), Remedy.of(errno));
        }
        NativeChannel made = new NativeChannel(origin, channel, context);
        try {
            Waiting.unblock(made.fd, origin.subject());
            return made;
        } catch (RdmaException e) {
            int unused = ObjectCalls.ibv_destroy_comp_channel(channel); // nobody uses it yet
            throw e;
        }
    }

    /** What an event is taken under. */
    Object taking() {
        return taking;
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_comp_channel";
    }

    @Override
    int destroy(Pointer channel) {
        return ObjectCalls.ibv_destroy_comp_channel(channel);
    }

    @Override
    void abandoned() {
        int unused = SystemCalls.close(fd); // the struct stays, its file need not
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public Optional<CqHandle> await(long timeoutNanos) {
        return Waiting.until(
                AWAIT,
                subject(),
                timeoutNanos,
                nanos -> with(AWAIT, channel -> next(channel, nanos)));
    }

    int fd() {
        return fd;
    }

    /**
     * Takes and acknowledges the events that are there; makes no garbage if they are about queues
     * of these ports. The ports' polling thread.
     *
     * @param seen what poll(2) said about the file
     * @return whether there was one
     * @throws RdmaException EIO if there never will be
     */
    boolean takeAll(int seen, QueuePort[] ports) {
        if ((seen & LibcCalls.POLLIN) == 0) {
            throw VerbsFailure.of(AWAIT, VerbsFailure.EIO, subject());
        }
        boolean any = false;
        NativeCq told = takeOne(ports);
        while (told != null) {
            any = true;
            try {
                told.ack(1);
            } catch (RdmaException e) {
                // Whoever closes it acknowledges too.
            }
            told = takeOne(ports);
        }
        return any;
    }

    private @Nullable NativeCq takeOne(QueuePort[] ports) {
        enter(AWAIT);
        try {
            return take(pointer(), ports);
        } finally {
            leave();
        }
    }

    private Optional<CqHandle> next(Pointer channel, long nanos) {
        return Waiting.readable(fd, nanos, AWAIT, subject())
                ? Optional.ofNullable(take(channel, NONE))
                : Optional.empty();
    }

    /** The queue that an event is about, if there is one; the file does not block. */
    private @Nullable NativeCq take(Pointer channel, QueuePort[] ports) {
        synchronized (taking) {
            if (ObjectCalls.ibv_get_cq_event(channel, queue, queueContext) != 0) {
                int errno = Native.getLastError();
                if (errno == VerbsFailure.EAGAIN || errno == VerbsFailure.EINTR) {
                    return null; // another reader was quicker
                }
                throw failed(AWAIT, errno == 0 ? VerbsFailure.EIO : errno);
            }
            long address = queue.getLong(0);
            NativeCq known = known(address, ports);
            if (known == null) {
                // It waits for the lock to be destroyed.
                ObjectCalls.ibv_ack_cq_events(new Pointer(address), 1);
            } else {
                known.told();
            }
            return known;
        }
    }

    /** The queue of an open port is open: its address is no other's. */
    private @Nullable NativeCq known(long address, QueuePort[] ports) {
        for (QueuePort port : ports) {
            if (Pointer.nativeValue(port.cq().pointer()) == address && !port.isClosed()) {
                return port.cq();
            }
        }
        return registry().at(address).orElse(null) instanceof NativeCq other ? other : null;
    }
}
