// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.itests.contract.ContractRig;
import org.rdmaagent.itests.contract.Trait;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/** The real libibverbs and libmlx4 on the emulated device. */
final class EmulatedRig implements ContractRig, AutoCloseable {
    private static final int PORT_DOWN = 1;
    private static final int PORT_ACTIVE = 4;
    private static final int MESSAGES = 1 << Extent.of(20, 18, 15);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    /**
     * What the emulator lacks (XRC, two events, groups of IPv4) and what libmlx4 and its kernel
     * driver do not do: the size of a shared receive queue is fixed, and an address handle is made
     * without a look at the GID table.
     */
    private static final Set<Trait> LACKING =
            EnumSet.of(Trait.XRC, Trait.SRQ_RESIZE, Trait.ADDRESS_CHECKED);

    private final RdmaCoreVerbs library = ChosenPorts.provider();

    @Override
    public VerbsLibrary library() {
        return library;
    }

    @Override
    public String device() {
        return Bench.DEVICE;
    }

    @Override
    public int port() {
        return Bench.PORT;
    }

    @Override
    public int gidIndex() {
        return 0;
    }

    @Override
    public Set<Trait> traits() {
        return EnumSet.complementOf(EnumSet.copyOf(LACKING));
    }

    @Override
    public CompletionPorts completionPorts() {
        return new ChosenPorts(library);
    }

    @Override
    public PollingWay pollingWay() {
        return ChosenPorts.WAY;
    }

    @Override
    public int portMessages() {
        return MESSAGES;
    }

    /** The device breaks the receive queue of a queue pair: one is made for that alone. */
    @Override
    public void overrun(CqHandle cq) {
        QpInit least = new QpInit(QpType.UD, new QpCapabilities(1, 1, 1, 1, 0), false);
        PdHandle pd = cq.context().allocPd("overrun");
        CqHandle sends = cq.context().createCq("overrun", 16, null, 0);
        QpHandle qp = pd.createQp("overrun", least, sends, cq, null);
        int error = AsyncEventType.CQ_ERR.code();
        assertEquals(0, Emulator.mlx4emu_object_event(qp.number().value(), error));
        assertEquals(
                AsyncEventType.CQ_ERR,
                cq.context().awaitAsync(PATIENCE_NANOS).orElseThrow().type());
        qp.close();
        sends.close();
        pd.close();
    }

    @Override
    public void portDown() {
        assertEquals(0, Emulator.mlx4emu_port_state(0, Bench.PORT, PORT_DOWN));
    }

    @Override
    public void portUp() {
        assertEquals(0, Emulator.mlx4emu_port_state(0, Bench.PORT, PORT_ACTIVE));
    }

    @Override
    public void close() {
        library.close();
    }
}
