// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.jna.verbs.DeviceOpening;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ResourceCounts;

/** {@code struct ibv_context}. */
final class NativeContext extends NativeObject implements ContextHandle {
    /** How long the end waits for who still makes something when all else is done. */
    private static final long MAKING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final int vectors;
    private final ExtendedCalls calls;
    private final DeviceAttributes limits;
    private final AsyncEvents events;
    private final Consumer<NativeContext> whenClosed;

    private NativeContext(
            Origin origin,
            Pointer context,
            DeviceAttributes limits,
            Consumer<NativeContext> whenClosed) {
        super(origin, context);
        CStruct struct = CStruct.at(context);
        this.vectors = struct.integer(IbvContext.NUM_COMP_VECTORS);
        this.events = new AsyncEvents(struct.integer(IbvContext.ASYNC_FD), origin);
        this.calls = new ExtendedCalls(context);
        this.limits = limits;
        this.whenClosed = whenClosed;
    }

    /**
     * Opens a device.
     *
     * @param companions gives the context its companion, as the last thing
     */
    static NativeContext open(
            String device,
            String name,
            Function<NativeContext, ContextCompanion> companions,
            Consumer<NativeContext> whenClosed) {
        Origin origin =
                new Origin(new ContextRegistry(device), ObjectKind.CONTEXT, name, List.of(), 0);
        Pointer context = DeviceOpening.open(device);
        try {
            Waiting.unblock(CStruct.at(context).integer(IbvContext.ASYNC_FD), device);
            DeviceAttributes limits = DeviceOpening.attributes(context, device);
            NativeContext opened = new NativeContext(origin, context, limits, whenClosed);
            opened.registry().companion(companions.apply(opened));
            return opened;
        } catch (RdmaException e) {
            int unused = ObjectCalls.ibv_close_device(context); // the first failure is the one told
            throw e;
        }
    }

    @Override
    String destroyCall() {
        return "ibv_close_device";
    }

    @Override
    int destroy(Pointer context) {
        return ObjectCalls.ibv_close_device(context);
    }

    @Override
    void released() {
        registry().companion().closed();
        whenClosed.accept(this);
    }

    ExtendedCalls calls() {
        return calls;
    }

    /**
     * The driver's functions of the data path; the context, or something of it, is held.
     *
     * @param call what the failure names
     * @param access how they are called
     * @throws RdmaException EOPNOTSUPP if one is missing
     */
    DriverCalls hotCalls(String call, NativeAccess access) {
        CStruct context = CStruct.at(pointer());
        DriverPointers pointers =
                new DriverPointers(
                        context.get(IbvContext.POLL_CQ),
                        context.get(IbvContext.REQ_NOTIFY_CQ),
                        context.get(IbvContext.POST_RECV),
                        context.get(IbvContext.POST_SRQ_RECV),
                        context.get(IbvContext.POST_SEND));
        if (!pointers.complete()) {
            throw failed(call, VerbsFailure.EOPNOTSUPP);
        }
        return access.bind(pointers);
    }

    DeviceAttributes limits() {
        return limits;
    }

    /**
     * The provider's object behind a handle.
     *
     * @throws IllegalArgumentException if it is not of this context
     */
    <T extends NativeObject> T own(Class<T> type, VerbsHandle handle) {
        if (type.isInstance(handle) && type.cast(handle).registry() == registry()) {
            return type.cast(handle);
        }
        throw new IllegalArgumentException(
                handle.kind().shortName()
                        + " '"
                        + handle.name()
                        + "' is not of context '"
                        + name()
                        + "' of "
                        + device());
    }

    @Override
    public String device() {
        return registry().device();
    }

    @Override
    public int completionVectors() {
        return vectors;
    }

    @Override
    public PdHandle allocPd(String name) {
        return NativePd.allocate(this, name);
    }

    @Override
    public ChannelHandle createChannel(String name) {
        return NativeChannel.create(this, name);
    }

    @Override
    public CqHandle createCq(String name, int cqe, @Nullable ChannelHandle channel, int vector) {
        NativeChannel own = channel == null ? null : own(NativeChannel.class, channel);
        return NativeCq.create(this, name, cqe, own, vector);
    }

    @Override
    public RwqTableHandle createRwqTable(String name, List<WqHandle> queues) {
        return NativeRwqTable.create(
                this, name, queues.stream().map(queue -> own(NativeWq.class, queue)).toList());
    }

    @Override
    public XrcdHandle openXrcd(String name) {
        return NativeXrcd.open(this, name);
    }

    @Override
    public Optional<AsyncNotice> awaitAsync(long timeoutNanos) {
        AtomicBoolean entered = new AtomicBoolean();
        try {
            return Waiting.until(
                    AsyncEvents.CALL,
                    subject(),
                    timeoutNanos,
                    nanos -> {
                        Optional<AsyncNotice> found =
                                with(AsyncEvents.CALL, context -> events.next(context, nanos));
                        entered.set(true);
                        return found;
                    });
        } catch (RdmaException e) {
            if (entered.get() && !isOpen()) {
                return Optional.empty(); // closed while waiting
            }
            throw e;
        }
    }

    @Override
    public ResourceCounts resources() {
        return with(
                "rdma_nldev_res_get",
                context -> new ResourceCounts(registry().counts(), KernelResources.of(device())));
    }

    @Override
    public List<VerbsHandle> handles() {
        return List.copyOf(registry().all());
    }

    /**
     * Closes it and everything on it, also what is just being made: queue pairs are detached,
     * brought to the error state and drained first. Goes on after a failure.
     *
     * @throws RdmaException the first failure; what could not be closed is still open
     */
    void closeAll() {
        registry().ending(true);
        Failures failures;
        List<NativeObject> known;
        do {
            known = registry().all();
            failures = closeAll(known);
        } while (isOpen() && madeMeanwhile(known));
        registry().ending(false);
        failures.throwFirst();
    }

    private Failures closeAll(List<NativeObject> all) {
        Failures failures = new Failures();
        endPorts(all);
        for (NativeObject each : all) {
            if (each instanceof NativeQp pair) {
                pair.retire();
            }
            failures.catching(each::close);
        }
        failures.catching(this::close);
        return failures;
    }

    /** Whoever was making something by then held what it needs, so that this was not closed. */
    private boolean madeMeanwhile(List<NativeObject> known) {
        registry().awaitMakings(MAKING_NANOS);
        return !Set.copyOf(known).containsAll(registry().all());
    }

    /** All are told before one is waited for: whoever does not come hinders the closing below. */
    private static void endPorts(List<NativeObject> all) {
        List<NativeCq> queues =
                all.stream().filter(NativeCq.class::isInstance).map(NativeCq.class::cast).toList();
        queues.forEach(queue -> queue.polling().revoke());
        queues.forEach(queue -> Failures.tolerating(queue.polling()::awaitClosed));
    }
}
