// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.time.Instant;

/**
 * Something that happened to a poll loop.
 *
 * @param kind what
 * @param loop whose
 * @param cq the queue, as the loop's configuration names it; empty if it is about none
 * @param handler the handler, with class, bundle and version; empty if it is about none
 * @param text one sentence for people, with what to do
 * @param sequence counts from 1, anew when the bundle is replaced; a gap means that some were not
 *     delivered
 * @param time when it was seen
 */
public record LoopEvent(
        LoopEventKind kind,
        String loop,
        String cq,
        String handler,
        String text,
        long sequence,
        Instant time) {}
