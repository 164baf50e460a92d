// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import java.util.List;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.Distribution;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.Command;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.itests.jvm.speed.Swapped;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;

/** The agent's poll loop over one port whose handler changes, its turns called by hand. */
public final class SwappedLoop implements Swapped {
    private final LoopCore core = LoopTaker.core();
    private final List<Binding> bindings;
    private final Slot slot;
    private int current;

    /**
     * With the first handler.
     *
     * @param source of the port
     * @param handlers of as many classes
     */
    public SwappedLoop(
            CompletionPort port, CompletionPorts source, List<CompletionHandler> handlers) {
        bindings = handlers.stream().map(each -> new Binding(each, each.toString())).toList();
        slot = new Slot(port.queue().name());
        core.use(List.of(slot));
        core.attach(slot, port, source);
        core.bind(slot, bindings.get(current));
    }

    @Override
    public void take(long count) {
        for (long left = count; left > 0; ) {
            left -= core.doWork();
        }
    }

    @Override
    public void swap() {
        current = (current + 1) % bindings.size();
        Binding next = bindings.get(current);
        Command unused = core.commands().post(() -> core.bind(slot, next));
    }

    @Override
    public Distribution pauses() {
        return slot.tally().swapPauses.distribution();
    }

    @Override
    public long handled() {
        return slot.tally().completions.get() - slot.tally().skipped.get();
    }
}
