// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.DeviceContext;

/**
 * The time for which this bundle holds its lease of one provider. When it is over, every object
 * that it gave out answers EBADF, and nothing was closed. For any thread.
 */
public final class Session {
    private static final Errno EBADF = Errno.of(9);

    private final VerbsLease lease;
    private final Set<ContextHandle> claimed = new HashSet<>();
    private volatile boolean ended;

    /** Takes over what an earlier session left in the lease. */
    public Session(VerbsLease lease) {
        this.lease = lease;
    }

    /**
     * The context of a name, on this device: the open one, else a new one. It is claimed then.
     *
     * @throws RdmaException as {@link VerbsLease#open}; EBADF after the end
     * @throws IllegalArgumentException if a context of that name is open on another device
     */
    public synchronized DeviceContext open(String device, String name) {
        requireCurrent("ibv_open_device", device);
        ContextHandle context = find(name).orElseGet(() -> lease.open(device, name));
        if (!context.device().equals(device)) {
            throw new IllegalArgumentException(
                    "the context "
                            + name
                            + " is open on "
                            + context.device()
                            + ", not on "
                            + device
                            + ": use another name, or close it first");
        }
        claimed.add(context);
        return new LeasedContext(this, context);
    }

    private Optional<ContextHandle> find(String name) {
        return handles().stream().filter(context -> context.name().equals(name)).findFirst();
    }

    /** The contexts that are open; none after the end. */
    public List<DeviceContext> contexts() {
        return handles().stream()
                .<DeviceContext>map(context -> new LeasedContext(this, context))
                .toList();
    }

    /** The same, as the provider has them. */
    public synchronized List<ContextHandle> handles() {
        if (ended) {
            return List.of();
        }
        List<ContextHandle> open = lease.contexts();
        claimed.retainAll(open);
        return open;
    }

    /** Those that an earlier session left and that nobody has opened again. */
    public synchronized List<DeviceContext> unclaimed() {
        return handles().stream()
                .filter(context -> !claimed.contains(context))
                .<DeviceContext>map(context -> new LeasedContext(this, context))
                .toList();
    }

    /** Whether it goes on. */
    public boolean isCurrent() {
        return !ended;
    }

    void requireCurrent(String call, String subject) {
        if (ended) {
            throw new RdmaException(
                    call,
                    EBADF,
                    subject,
                    "the verbs bundle or its provider was replaced: the object goes on, look it up"
                            + " by its name through VerbsService");
        }
    }

    /** Hands the lease back; nothing is closed. Twice does nothing. */
    public synchronized void end() {
        if (!ended) {
            ended = true;
            lease.handBack();
        }
    }
}
