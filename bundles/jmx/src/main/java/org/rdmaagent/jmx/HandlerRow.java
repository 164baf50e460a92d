// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;

/**
 * A handler at its queue, on the wire.
 *
 * @param loop who calls it
 * @param cq its queue, as the loop's configuration names it
 * @param handler class, bundle and version
 * @param state what the loop does with the queue
 * @param completions handed to this handler
 * @param handlerErrors calls of handlers of this queue that ended with an exception
 * @param figures what the handler says of itself, the unit in the name
 */
public record HandlerRow(
        String loop,
        String cq,
        String handler,
        SlotState state,
        long completions,
        long handlerErrors,
        Map<String, Long> figures) {
    static HandlerRow of(String loop, SlotStatus slot) {
        return new HandlerRow(
                loop,
                slot.cq(),
                slot.handler(),
                slot.state(),
                slot.handlerCompletions(),
                slot.handlerErrors(),
                new TreeMap<>(slot.handlerFigures()));
    }
}
