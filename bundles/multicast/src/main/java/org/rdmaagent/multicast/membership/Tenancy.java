// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.pair.NotYetException;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmLibrary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection manager of the provider, and what this bundle holds of it. Written by the
 * conductor's thread; {@link #wake} by any.
 */
final class Tenancy {
    /** Whose the lease is. */
    static final String OWNER = "multicast";

    /** Nobody tells when the kernel's module is loaded, or permissions change. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final String CHANNEL = "rdma_create_event_channel";
    private static final String NO_MANAGER =
            "no provider serves librdmacm: see NativeLibraries of rdma:type=Agent for what is"
                    + " missing, or start with --provider sim";
    private static final Logger LOG = LoggerFactory.getLogger(Tenancy.class);

    private volatile @Nullable CmLibrary manager;
    private volatile @Nullable CmLease lease;
    private volatile @Nullable RdmaException refusal;
    private boolean barred;
    private long retryNanos;

    /** Whether there is a lease. */
    boolean isHeld() {
        return lease != null;
    }

    /** Whether a provider is there, with a lease or without. */
    boolean isManaged() {
        return manager != null;
    }

    @Nullable CmLease present() {
        return lease;
    }

    /** Takes the lease of a manager up; whether that succeeded. */
    boolean take(CmLibrary from, long nowNanos) {
        manager = from;
        barred = false;
        retryNanos = nowNanos + RETRY_NANOS;
        try {
            lease = from.lease(OWNER);
            refusal = null;
            return true;
        } catch (RdmaException e) {
            RdmaException before = refusal;
            if (before == null || !String.valueOf(before.getMessage()).equals(e.getMessage())) {
                LOG.info("No membership can be asked for: {}", e.getMessage());
            }
            refusal = e;
            return false;
        }
    }

    /** Tries again what {@link #take} could not, but not all the time; whether there is news. */
    boolean retry(long nowNanos) {
        CmLibrary from = manager;
        if (from == null || lease != null || barred || nowNanos - retryNanos < 0) {
            return false;
        }
        return take(from, nowNanos);
    }

    /** The channel cannot be read any more. */
    void fail(RdmaException why) {
        handBack();
        refusal = why;
        if (why.errno().name().equals("EBADF")) {
            // Somebody else has the lease now, or the provider goes.
            barred = true;
        }
    }

    boolean isOf(CmLibrary other) {
        return manager == other;
    }

    /** Gives the lease back; what is open stays open in the provider. */
    void handBack() {
        CmLease present = lease;
        lease = null;
        if (present != null) {
            present.handBack();
        }
    }

    /** The same, and the manager is gone. */
    void end() {
        handBack();
        manager = null;
        refusal = null;
    }

    /** Why there is no lease; empty if there is one, or nobody who could give one. */
    String trouble() {
        RdmaException refused = refusal;
        return refused == null ? "" : String.valueOf(refused.getMessage());
    }

    /**
     * The lease.
     *
     * @throws RdmaException ENODEV, or as it was refused
     */
    CmLease lease() {
        CmLease present = lease;
        RdmaException refused = refusal;
        if (present != null) {
            return present;
        }
        throw refused != null
                ? new RdmaException(
                        refused.call(), refused.errno(), refused.subject(), refused.remedy())
                : new RdmaException(CHANNEL, Errno.of(19), OWNER, NO_MANAGER);
    }

    /**
     * Whether anything can be asked for.
     *
     * @param patient whether to wait for a provider instead of giving up
     * @throws NotYetException if so, and there is none
     */
    void require(boolean patient) {
        if (patient && manager == null) {
            throw new NotYetException(NO_MANAGER);
        }
        CmLease unused = lease();
    }

    CmLibrary manager() {
        CmLibrary present = manager;
        if (present == null) {
            throw new RdmaException(CHANNEL, Errno.of(19), OWNER, NO_MANAGER);
        }
        return present;
    }

    /** Ends a wait for events. */
    void wake() {
        CmLease present = lease;
        if (present != null) {
            try {
                present.wake();
            } catch (RdmaException e) {
                // It was handed back meanwhile: nobody waits.
            }
        }
    }
}
