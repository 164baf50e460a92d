// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.sim.mlx4.AllocatorServices;
import org.rdmaagent.sim.mlx4.Mlx4Host;
import org.rdmaagent.sim.subnet.SimulationClock;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.spi.verbs.VerbsLease;

/**
 * All simulated devices of a host, and the wire between them. One lock guards everything; it may be
 * held while the subnet's is taken, never the other way. There is no thread: what is due is done
 * before every call and while somebody waits.
 */
public final class VerbsWorld {
    static final long NEVER = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SimulationClock clock;
    private final List<SimulatedHca> devices = new ArrayList<>();
    private final LeaseBook leases;
    private final Mlx4Host mlx4 = new Mlx4Host();
    private final Set<QpCore> sending = new LinkedHashSet<>();
    private final Set<CqEvents> moderated = new LinkedHashSet<>();
    private boolean progressing;
    private boolean expiring;
    private long identities;
    private DeviceWatcher watcher = (device, port, type) -> {};

    /** These devices, with nothing open on them. */
    public VerbsWorld(List<ChangeableDevice> devices, SimulationClock clock) {
        this.clock = clock;
        devices.forEach(device -> this.devices.add(new SimulatedHca(this, device)));
        this.leases = new LeaseBook(this);
    }

    /** What an owner holds. */
    public VerbsLease lease(String owner) {
        return locked(() -> leases.take(owner));
    }

    /** Breaks the devices. */
    public DeviceControl control() {
        return new DeviceControl(this);
    }

    /** The devices of mlx4, as libmlx4 shows them. */
    public Mlx4Library mlx4Library() {
        return new SimulatedMlx4(this);
    }

    /** The allocators that others bring. */
    public AllocatorServices allocators() {
        return mlx4.services();
    }

    /** What the contexts of mlx4 share; the lock is held. */
    Mlx4Host mlx4() {
        return mlx4;
    }

    /** Tells somebody else of events, too. */
    public void watch(DeviceWatcher other) {
        Boolean unused =
                locked(
                        () -> {
                            watcher = other;
                            return true;
                        });
    }

    /** Who else is told; the lock is held. */
    DeviceWatcher watcher() {
        return watcher;
    }

    /** Tells the contexts which ports came up or went down by themselves. */
    public void portsMayHaveChanged() {
        Boolean unused =
                locked(
                        () -> {
                            devices.forEach(SimulatedHca::watchPorts);
                            return progress();
                        });
    }

    /** Lets those who wait look at the clock again. */
    public void wake() {
        Boolean unused = locked(() -> true);
    }

    List<SimulatedHca> devices() {
        return devices;
    }

    /** The device of a name that is plugged in; null if there is none. */
    @Nullable SimulatedHca device(String name) {
        for (SimulatedHca device : devices) {
            if (device.name().equals(name) && device.device().present()) {
                return device;
            }
        }
        return null;
    }

    long now() {
        return clock.nanoTime();
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            // What is due was done by the outermost call.
            if (lock.getHoldCount() == 1) {
                doWork();
            }
            T answer = work.get();
            changed();
            return answer;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #locked}, for what is asked again and again: it allocates nothing. */
    int polled(IntSupplier work) {
        lock.lock();
        try {
            doWork();
            return work.getAsInt();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for other threads, by the machine's time: they are none of the simulated world. The
     * lock is held, and given up meanwhile.
     *
     * @return whether it came to be; not if the thread was interrupted, which stays known
     */
    boolean awaitThreads(long nanos, BooleanSupplier done) {
        long left = nanos;
        try {
            while (!done.getAsBoolean() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return done.getAsBoolean();
    }

    /** Whether leases are being closed that nobody took up; the lock is held. */
    boolean isExpiring() {
        return expiring;
    }

    /** A number that nothing in the world had before; the lock is held. */
    long nextIdentity() {
        return ++identities;
    }

    /** Wakes who waits; the lock is held. */
    void changed() {
        changed.signalAll();
    }

    /** Does what the clock says is due; the lock is held. */
    private void doWork() {
        if (now() >= leases.nextDeadline()) {
            expiring = true;
            leases.expire(now());
            expiring = false;
        }
        if (!moderated.isEmpty()) {
            List.copyOf(moderated).forEach(queue -> queue.expire(now()));
        }
        if (!sending.isEmpty()) {
            boolean unused = progress();
        }
    }

    /** When there is something to do next; the lock is held. */
    private long nextDeadline() {
        long next = leases.nextDeadline();
        for (QpCore qp : sending) {
            next = Math.min(next, qp.deadline());
        }
        for (CqEvents queue : moderated) {
            next = Math.min(next, queue.deadline());
        }
        return next;
    }

    /** A queue pair has something to send. */
    void toSend(QpCore qp) {
        sending.add(qp);
    }

    void moderate(CqEvents queue, boolean on) {
        if (on) {
            moderated.add(queue);
        } else {
            moderated.remove(queue);
        }
    }

    /** Sends what can be sent, again and again until nothing moves; the lock is held. */
    boolean progress() {
        if (progressing) {
            return false;
        }
        progressing = true;
        try {
            boolean moved = true;
            while (moved) {
                moved = false;
                for (QpCore qp : List.copyOf(sending)) {
                    moved |= SendEngine.run(qp, now());
                    if (qp.sends().isEmpty()) {
                        sending.remove(qp);
                    }
                }
            }
        } finally {
            progressing = false;
        }
        return true;
    }

    /**
     * Waits until there is something to see.
     *
     * @param look asked with the lock held, after every change
     * @return empty when the time is over or the thread was interrupted, which stays known
     */
    <T> Optional<T> await(long timeoutNanos, Supplier<Optional<T>> look) {
        lock.lock();
        try {
            long start = now();
            while (true) {
                doWork();
                Optional<T> found = look.get();
                long left = timeoutNanos - (now() - start);
                if (found.isPresent() || left <= 0) {
                    return found;
                }
                long next = nextDeadline();
                long due = next == NEVER ? left : Math.max(1, next - now());
                clock.await(changed, Math.min(left, due));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
