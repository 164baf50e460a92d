// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The polling of a simulated queue. It takes the world's lock, as the device's work is done by it.
 */
final class SimulatedPort implements CompletionPort {
    private final PolledQueue queue;
    private final SimulatedCq cq;
    private final VerbsWorld world;
    private final String holder;
    private final SimulatedBatch batch;
    private final IntSupplier polling = this::pollLocked;
    private final IntSupplier attending = this::attendLocked;
    private final IntSupplier flushing = this::flushLocked;
    private final List<Release> asked = new ArrayList<>();
    private @Nullable Thread poller;
    private boolean asleep;
    private boolean open = true;
    private int max;
    private long stale;
    private String damage = "";

    SimulatedPort(PolledQueue queue, SimulatedCq cq, String holder) {
        this.queue = queue;
        this.cq = cq;
        this.world = cq.home().world();
        this.holder = holder;
        this.batch = new SimulatedBatch(world);
    }

    SimulatedCq cq() {
        return cq;
    }

    /** For whom it polls. */
    String holder() {
        return holder;
    }

    /** Whether somebody has to wait for its thread before an object is gone; the lock is held. */
    boolean holds(SimulatedObject object) {
        return open
                && (object == cq
                        || object == cq.home()
                        || (object instanceof SimulatedQp qp && qp.core().queues().uses(cq))
                        || batch.uses(object));
    }

    /** Somebody wants to close something; the lock is held. */
    void ask(Release release) {
        asked.add(release);
        // Its own thread cannot wait for itself, and reads nothing now.
        if (asleep || isOwn()) {
            grantAll(false);
        }
        // The world closes what nobody took up on whichever thread comes by.
        if (isOwn() && world.isExpiring()) {
            release.grant(this);
        }
    }

    /** Whether this is the polling thread; the lock is held. */
    boolean isOwn() {
        return Thread.currentThread() == poller;
    }

    /** It is closed, or no longer wanted; the lock is held. */
    void withdraw(Release release) {
        asked.remove(release);
    }

    /** The queue itself is only let go of with the port. */
    private void grantAll(boolean queueToo) {
        for (int i = 0; i < asked.size(); i++) {
            if (queueToo || !asked.get(i).isOf(cq)) {
                asked.get(i).grant(this);
            }
        }
    }

    /** While it sleeps nobody waits for it; the lock is held. */
    void sleep(boolean begins) {
        poller = Thread.currentThread();
        asleep = begins;
        grantAll(false);
    }

    /** Whether there is something to see besides completions; the lock is held. */
    boolean isDisturbed() {
        return !asked.isEmpty() || !open || !cq.stillOpen();
    }

    private boolean isRevoked() {
        if (!open || !cq.stillOpen()) {
            return true;
        }
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i).isOf(cq)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PolledQueue queue() {
        return queue;
    }

    @Override
    public String kind() {
        return ProviderProperties.SIM;
    }

    @Override
    public boolean readsWithoutGarbage() {
        return false;
    }

    @Override
    public CompletionBatch batch() {
        return batch;
    }

    @Override
    public int poll(int most) {
        if (most < 1 || most > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "1 to " + LARGEST_BATCH + " completions are polled, not " + most);
        }
        max = most;
        return world.polled(polling);
    }

    private int pollLocked() {
        int unused = flushLocked();
        batch.clear();
        int answer = attendLocked();
        // Nothing of what somebody is about to close is handed out any more.
        if (answer != 0 || !asked.isEmpty()) {
            return answer;
        }
        try {
            cq.requireUsable("ibv_poll_cq");
        } catch (RdmaException e) {
            damage = String.valueOf(e.getMessage());
            return DAMAGED;
        }
        return take();
    }

    private int take() {
        while (batch.size() < max) {
            QueueEntry entry = cq.take();
            if (entry == null) {
                break;
            }
            if (entry.isStale()) {
                stale++;
                continue;
            }
            if (entry.ring() != null) {
                entry.ring().handOut(entry.buffer());
            }
            batch.add(entry);
        }
        if (batch.size() == 0 && cq.isDead()) {
            damage =
                    "the queue overran: close its queue pairs and it, and make them anew with more"
                            + " entries";
            return DAMAGED;
        }
        return batch.size();
    }

    @Override
    public int failures() {
        return batch.failures();
    }

    @Override
    public WorkCompletionStatus statusOf(int index) {
        return batch.statusOf(index);
    }

    @Override
    public int attend() {
        return world.polled(attending);
    }

    private int attendLocked() {
        poller = Thread.currentThread();
        grantAll(false);
        if (isRevoked()) {
            return REVOKED;
        }
        return damage.isEmpty() ? 0 : DAMAGED;
    }

    @Override
    public void flush() {
        int unused = world.polled(flushing);
    }

    private int flushLocked() {
        if (batch.size() > 0) {
            batch.giveBackSkipped();
            batch.post();
            boolean unused = world.progress();
        }
        return 0;
    }

    @Override
    public void abandonCurrent() {
        Boolean unused =
                world.locked(
                        () -> {
                            batch.abandonCurrent();
                            return true;
                        });
    }

    @Override
    public int remaining() {
        return batch.remaining();
    }

    @Override
    public long staleCompletions() {
        return world.locked(() -> stale);
    }

    @Override
    public int receivesPosted() {
        return world.locked(() -> QueueWork.rings(cq).stream().mapToInt(BufferRing::posted).sum());
    }

    @Override
    public int receivesHeld() {
        return world.locked(() -> QueueWork.rings(cq).stream().mapToInt(BufferRing::held).sum());
    }

    @Override
    public String damage() {
        return world.locked(() -> damage);
    }

    @Override
    public void close() {
        Boolean unused = world.locked(this::closeLocked);
    }

    private boolean closeLocked() {
        if (open) {
            int unused = flushLocked();
            batch.clear();
            open = false;
            asleep = false;
            cq.polledBy(null);
            grantAll(true);
        }
        return true;
    }
}
