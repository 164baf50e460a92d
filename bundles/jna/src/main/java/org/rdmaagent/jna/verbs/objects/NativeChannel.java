// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvCompChannel;
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

    private final NativeContext context;
    private final int fd;
    private final Object taking = new Object();

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
     * Takes and acknowledges the events that are there.
     *
     * @return whether there was one
     */
    boolean takeAll() {
        boolean any = false;
        Optional<CqHandle> told = with(AWAIT, channel -> next(channel, 0));
        while (told.isPresent()) {
            any = true;
            CqHandle queue = told.get();
            Failures.tolerating(() -> queue.ack(1)); // whoever closes it acknowledges too
            told = with(AWAIT, channel -> next(channel, 0));
        }
        return any;
    }

    private Optional<CqHandle> next(Pointer channel, long nanos) {
        if (!Waiting.readable(fd, nanos, AWAIT, subject())) {
            return Optional.empty();
        }
        PointerByReference queue = new PointerByReference();
        synchronized (taking) {
            if (ObjectCalls.ibv_get_cq_event(channel, queue, new PointerByReference()) != 0) {
                int errno = Native.getLastError();
                if (errno == VerbsFailure.EAGAIN || errno == VerbsFailure.EINTR) {
                    return Optional.empty(); // another reader was quicker
                }
                throw failed(AWAIT, errno == 0 ? VerbsFailure.EIO : errno);
            }
            Pointer told = queue.getValue();
            Optional<NativeCq> known =
                    registry()
                            .at(Pointer.nativeValue(told))
                            .filter(NativeCq.class::isInstance)
                            .map(NativeCq.class::cast);
            if (known.isEmpty()) {
                ObjectCalls.ibv_ack_cq_events(told, 1); // it waits for the lock to be destroyed
                return Optional.empty();
            }
            known.get().told();
            return Optional.of(known.get());
        }
    }
}
