// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ResourceCounts;

/** An open device. */
final class SimulatedContext extends SimulatedObject implements ContextHandle {
    /** Of these the kernel keeps count (rdma-resource(8)). */
    private static final Set<ObjectKind> COUNTED =
            Set.of(
                    ObjectKind.PROTECTION_DOMAIN,
                    ObjectKind.COMPLETION_QUEUE,
                    ObjectKind.QUEUE_PAIR,
                    ObjectKind.MEMORY_REGION,
                    ObjectKind.SHARED_RECEIVE_QUEUE,
                    ObjectKind.CONTEXT);

    private enum Health {
        WELL,
        FAILED,
        GONE
    }

    private final SimulatedHca hca;
    private final ObjectShelf shelf;
    private final AsyncNotices notices = new AsyncNotices(this);
    private final Runnable closed;
    private final String owner;
    private final DriverState driver;
    private Health health = Health.WELL;

    /**
     * Opens a device.
     *
     * @param owner whose lease it is in
     * @param closed told when it is closed
     */
    SimulatedContext(SimulatedHca hca, String name, String owner, Runnable closed) {
        super(name, ObjectKind.CONTEXT);
        this.hca = hca;
        this.shelf = new ObjectShelf(name);
        this.owner = owner;
        this.closed = closed;
        hca.claim("ibv_open_device", name, ObjectKind.CONTEXT, "contexts", Integer.MAX_VALUE);
        this.driver = new DriverState(hca, name);
        hca.contexts().add(this);
    }

    @Override
    SimulatedContext home() {
        return this;
    }

    SimulatedHca hca() {
        return hca;
    }

    String owner() {
        return owner;
    }

    /** What its driver keeps. */
    DriverState driver() {
        return driver;
    }

    VerbsWorld world() {
        return hca.world();
    }

    @Override
    String destroyer() {
        return "ibv_close_device";
    }

    @Override
    String holdUp() {
        List<VerbsHandle> open = shelf.all();
        return open.isEmpty() ? "" : "close first what is open on it: " + open;
    }

    @Override
    void release() {
        // Only a device that is gone leaves something here.
        shelf.all().forEach(VerbsHandle::close);
        hca.contexts().remove(this);
        hca.unclaim(ObjectKind.CONTEXT);
        notices.clear();
        driver.end();
        closed.run();
    }

    boolean alive() {
        return health == Health.WELL;
    }

    /** The device failed, or was pulled out. */
    void fail(boolean gone) {
        health = gone ? Health.GONE : Health.FAILED;
    }

    /** Whether the device works or not, it is there. */
    void requirePresent(String call, String subject) {
        if (health == Health.GONE) {
            throw Refusal.gone(call, subject, device());
        }
    }

    void requireAlive(String call, String subject) {
        requirePresent(call, subject);
        if (health == Health.FAILED) {
            throw Refusal.failed(call, subject, device());
        }
    }

    /** Makes an object, counts it and keeps it. */
    <T extends SimulatedObject> T make(
            String call, ObjectKind kind, String name, String what, long limit, Supplier<T> maker) {
        shelf.requireFree(kind, name);
        hca.claim(call, name, kind, what, limit);
        boolean made = false;
        try {
            T object = maker.get();
            shelf.put(object);
            driver.touch();
            made = true;
            return object;
        } finally {
            if (!made) {
                hca.unclaim(kind);
            }
        }
    }

    /** The open object of a kind and a name; null if there is none. */
    @Nullable SimulatedObject find(ObjectKind kind, String name) {
        return shelf.find(kind, name);
    }

    /** The open ones, in the order of their making. */
    List<SimulatedCq> completionQueues() {
        return shelf.completionQueues();
    }

    /** An object of it was closed. */
    void forget(SimulatedObject object) {
        if (shelf.remove(object)) {
            hca.unclaim(object.kind());
        }
    }

    void tell(AsyncEventType type, int port, @Nullable SimulatedObject object) {
        notices.tell(type, port, object);
    }

    @Override
    public String device() {
        return hca.name();
    }

    @Override
    public int completionVectors() {
        return hca.profile().vectors;
    }

    @Override
    public PdHandle allocPd(String name) {
        return call(
                "ibv_alloc_pd",
                () ->
                        make(
                                "ibv_alloc_pd",
                                ObjectKind.PROTECTION_DOMAIN,
                                name,
                                "protection domains",
                                hca.limits().maxPd(),
                                () -> new SimulatedPd(this, name)));
    }

    @Override
    public ChannelHandle createChannel(String name) {
        return call(
                "ibv_create_comp_channel",
                () ->
                        make(
                                "ibv_create_comp_channel",
                                ObjectKind.COMPLETION_CHANNEL,
                                name,
                                "completion channels",
                                Integer.MAX_VALUE,
                                () -> new SimulatedChannel(this, name)));
    }

    @Override
    public CqHandle createCq(String name, int cqe, @Nullable ChannelHandle channel, int vector) {
        SimulatedChannel told = channel == null ? null : mine(channel, SimulatedChannel.class);
        return call("ibv_create_cq", () -> SimulatedCq.make(this, name, cqe, told, vector));
    }

    @Override
    public RwqTableHandle createRwqTable(String name, List<WqHandle> queues) {
        List<SimulatedWq> mine =
                queues.stream().map(queue -> mine(queue, SimulatedWq.class)).toList();
        return call(
                "ibv_create_rwq_ind_table",
                () -> {
                    SimulatedRwqTable.check(hca, name, mine);
                    return make(
                            "ibv_create_rwq_ind_table",
                            ObjectKind.RECEIVE_INDIRECTION_TABLE,
                            name,
                            "tables",
                            hca.limits().maxQp(),
                            () -> new SimulatedRwqTable(this, name, mine));
                });
    }

    @Override
    public XrcdHandle openXrcd(String name) {
        return call(
                "ibv_open_xrcd",
                () -> {
                    if (!hca.profile().xrc) {
                        throw Refusal.unsupported(
                                "ibv_open_xrcd", name, "use RC: this driver has no XRC");
                    }
                    return make(
                            "ibv_open_xrcd",
                            ObjectKind.XRC_DOMAIN,
                            name,
                            "domains",
                            hca.limits().maxPd(),
                            () -> new SimulatedXrcd(this, name));
                });
    }

    /** A handle of this context that is open. */
    <T extends SimulatedObject> T mine(VerbsHandle handle, Class<T> type) {
        if (!type.isInstance(handle) || type.cast(handle).home() != this) {
            throw new IllegalArgumentException(
                    handle.kind().shortName()
                            + " "
                            + handle.name()
                            + " is not of the context "
                            + name());
        }
        return type.cast(handle);
    }

    @Override
    public Optional<AsyncNotice> awaitAsync(long timeoutNanos) {
        return notices.await(timeoutNanos);
    }

    @Override
    public ResourceCounts resources() {
        return call("ibv_context", this::counted);
    }

    private ResourceCounts counted() {
        Map<ObjectKind, Integer> held = shelf.counts();
        held.put(ObjectKind.CONTEXT, 1);
        Map<ObjectKind, Integer> kernel = new EnumMap<>(ObjectKind.class);
        COUNTED.forEach(kind -> kernel.put(kind, hca.counts().getOrDefault(kind, 0)));
        return new ResourceCounts(held, kernel);
    }

    @Override
    public List<VerbsHandle> handles() {
        return world().locked(shelf::all);
    }
}
