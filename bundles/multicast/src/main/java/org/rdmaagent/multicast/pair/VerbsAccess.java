// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.VerbsService;

/**
 * The verbs, as they are at the moment. While their bundle is being replaced there are none, and
 * what it gave out answers EBADF; both mean that it is to be tried again.
 */
public final class VerbsAccess {
    private static final String AWAY =
            "the verbs service is being replaced, or has not started: it goes on when that is"
                    + " there";
    private static final String EBADF = "EBADF";
    private static final int PKEY = 0x7fff;

    private final Supplier<@Nullable VerbsService> verbs;
    private final Supplier<@Nullable DeviceService> devices;

    /** Asked for at each use. */
    public VerbsAccess(
            Supplier<@Nullable VerbsService> verbs, Supplier<@Nullable DeviceService> devices) {
        this.verbs = verbs;
        this.devices = devices;
    }

    /**
     * Does something with them.
     *
     * @throws NotYetException if they are away
     */
    <T> T with(Function<VerbsService, T> work) {
        VerbsService present = verbs.get();
        if (present == null) {
            throw new NotYetException(AWAY);
        }
        try {
            return work.apply(present);
        } catch (RdmaException e) {
            if (isAway(e)) {
                throw new NotYetException(AWAY);
            }
            throw e;
        }
    }

    /**
     * The same with the devices.
     *
     * @throws NotYetException if they are away
     */
    <T> T devices(Function<DeviceService, T> work) {
        DeviceService present = devices.get();
        if (present == null) {
            throw new NotYetException(AWAY);
        }
        try {
            return work.apply(present);
        } catch (RdmaException e) {
            if (isAway(e)) {
                throw new NotYetException(AWAY);
            }
            throw e;
        }
    }

    /** Whether an object is of verbs that are gone. */
    static boolean isAway(RdmaException e) {
        return e.errno().name().equals(EBADF);
    }

    /** The same, without an answer. */
    void run(Consumer<VerbsService> work) {
        boolean unused =
                with(
                        present -> {
                            work.accept(present);
                            return true;
                        });
    }

    /**
     * The row of the P_Key table with a key; row 0 where there is no such row, as on Ethernet.
     *
     * @param pkey 16 bits; the bit of full members may differ
     */
    int pkeyIndex(PortId port, int pkey) {
        DeviceService present = devices.get();
        if (present == null) {
            throw new NotYetException(AWAY);
        }
        int best = -1;
        for (PkeyEntry row : present.port(port).pkeys()) {
            if (row.pkey() == pkey) {
                return row.index();
            }
            if (best < 0 && (row.pkey() & PKEY) == (pkey & PKEY)) {
                best = row.index();
            }
        }
        return Math.max(best, 0);
    }
}
