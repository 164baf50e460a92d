// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that a device told by itself ({@code struct ibv_async_event}, {@code
 * ibv_get_async_event(3)}); acknowledged already.
 *
 * @param type what happened
 * @param device on which device
 * @param port the port, where it is about one
 * @param qp the queue pair, where it is about one
 * @param objectName the name of the queue that it is about; empty if it is about none
 * @param sequence counts the events from 1, anew when the bundle behind the service is replaced; a
 *     gap means that some were not delivered
 * @param time when it was read
 */
public record AsyncEvent(
        AsyncEventType type,
        String device,
        OptionalInt port,
        Optional<QpNumber> qp,
        String objectName,
        long sequence,
        Instant time) {}
