// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmaagent.itests.contract.CompletionPortContract;
import org.rdmaagent.itests.contract.ContractCase;
import org.rdmaagent.itests.contract.ContractRig;
import org.rdmaagent.itests.contract.Trait;
import org.rdmaagent.itests.contract.VerbsContract;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.completion.CompletionPorts;

/**
 * Soft-RoCE of Linux 6.1 under the provider jna: {@code rxe0} on the interface {@code roce0}.
 *
 * @param library the provider
 */
record RxeRig(RdmaCoreVerbs library) implements ContractRig {
    static final String DEVICE = "rxe0";
    static final String INTERFACE = "roce0";

    /** The other end of its cable. */
    static final String FAR_DEVICE = "rxe1";

    /** The row of its GID table that is its IPv4 address: it stays when the link goes down. */
    static final int IPV4_ROW = 1;

    /**
     * What rxe does not have (work queues, XRC, moderation), does not look at (it cuts depths down
     * to what it serves instead of refusing them) or does not tell; a datagram above the MTU is
     * lost in it, and its sender hears of success. Its queues overrun only by what queue pairs
     * complete, which a case of the contract does not allow: see {@link PortLines}.
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
                    Trait.LAST_REQUEST_EVENT,
                    Trait.SENDS_KEEP_THEIR_PLACE,
                    Trait.CQ_FAULT);

    private static final Set<Trait> TRAITS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.copyOf(LACKING)));

    /** What holds there of the verbs. */
    static List<ContractCase> cases() {
        return fitting(VerbsContract.all());
    }

    /** What holds there of completion ports. */
    static List<ContractCase> portCases() {
        return fitting(CompletionPortContract.all());
    }

    /** What {@link PortLines} shows otherwise. */
    static List<String> omittedPortCases() {
        return CompletionPortContract.all().stream()
                .filter(one -> !TRAITS.containsAll(one.needs()))
                .map(ContractCase::name)
                .toList();
    }

    private static List<ContractCase> fitting(List<ContractCase> all) {
        return all.stream().filter(one -> TRAITS.containsAll(one.needs())).toList();
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
    public CompletionPorts completionPorts() {
        return library.completionPorts();
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
