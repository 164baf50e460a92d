// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.dataplane.LoopEvent;

/**
 * Something that happened to a poll loop, on the wire.
 *
 * @param kind the name of the {@link org.rdmaagent.dataplane.LoopEventKind}
 * @param loop whose
 * @param cq the queue, as the loop's configuration names it; empty if it is about none
 * @param handler class, bundle and version; empty if it is about none
 * @param text one sentence for people
 * @param sequence counts the events of all loops since the dataplane bundle was started; a gap
 *     means that some were lost
 * @param time when it was seen, ISO 8601 in UTC
 */
public record LoopEventRow(
        String kind,
        String loop,
        String cq,
        String handler,
        String text,
        long sequence,
        String time) {
    static LoopEventRow of(LoopEvent event) {
        return new LoopEventRow(
                event.kind().name(),
                event.loop(),
                event.cq(),
                event.handler(),
                event.text(),
                event.sequence(),
                event.time().toString());
    }
}
