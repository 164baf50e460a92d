// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmaagent.itests.contract.ContractCase;
import org.rdmaagent.itests.contract.ContractRig;
import org.rdmaagent.itests.contract.Trait;
import org.rdmaagent.itests.contract.VerbsContract;
import org.rdmaagent.spi.VerbsLibrary;

/**
 * Soft-RoCE of Linux 6.1 under the provider jna: {@code rxe0} on the interface {@code roce0}.
 *
 * @param library the provider
 */
record RxeRig(VerbsLibrary library) implements ContractRig {
    static final String DEVICE = "rxe0";
    static final String INTERFACE = "roce0";

    /** The row of its GID table that is its IPv4 address: it stays when the link goes down. */
    private static final int IPV4_ROW = 1;

    /**
     * What rxe does not have (work queues, XRC, moderation), does not look at (it cuts depths down
     * to what it serves instead of refusing them) or does not tell; a datagram above the MTU is
     * lost in it, and its sender hears of success.
     */
    private static final Set<Trait> LACKING =
            EnumSet.of(
                    Trait.WORK_QUEUES,
                    Trait.WORK_QUEUE_STATES,
                    Trait.XRC,
                    Trait.CQ_MODERATION,
                    Trait.DEPTH_CHECKED,
                    Trait.PARTITION_CHECKED,
                    Trait.OVERSIZE_DATAGRAM_FAILS,
                    Trait.SEND_QUEUE_ERROR,
                    Trait.LATE_RECEIVES_FLUSHED,
                    Trait.OWN_QKEY,
                    Trait.ACCESS_EVENT,
                    Trait.ESTABLISHED_EVENT,
                    Trait.LAST_REQUEST_EVENT);

    private static final Set<Trait> TRAITS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.copyOf(LACKING)));

    /** What holds there. */
    static List<ContractCase> cases() {
        return VerbsContract.all().stream().filter(one -> TRAITS.containsAll(one.needs())).toList();
    }

    @Override
    public String device() {
        return DEVICE;
    }

    @Override
    public int port() {
        return 1;
    }

    @Override
    public int gidIndex() {
        return IPV4_ROW;
    }

    @Override
    public Set<Trait> traits() {
        return TRAITS;
    }

    @Override
    public void portDown() {
        Ip.run("link", "set", INTERFACE, "down");
    }

    @Override
    public void portUp() {
        Ip.run("link", "set", INTERFACE, "up");
    }
}
