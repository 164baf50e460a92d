// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.QpNumber;

/**
 * An asynchronous event on the wire.
 *
 * @param type the name of {@code enum ibv_event_type} without its prefix
 * @param port the port, where it is about one; else 0
 * @param qpn the queue pair, where it is about one; else 0
 * @param objectName the name of the queue that it is about; empty if it is about none
 * @param sequence counts the events of all devices since the verbs bundle was started; a gap means
 *     that some were lost
 * @param time when it was read, ISO 8601 in UTC
 */
public record AsyncEventRow(
        String type, int port, int qpn, String objectName, long sequence, String time) {
    static AsyncEventRow of(AsyncEvent event) {
        return new AsyncEventRow(
                event.type().name(),
                event.port().orElse(0),
                event.qp().map(QpNumber::value).orElse(0),
                event.objectName(),
                event.sequence(),
                event.time().toString());
    }
}
