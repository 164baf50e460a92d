// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmaagent.verbs.AsyncEventType;

/**
 * A copy of an event ({@code struct ibv_async_event}) that was acknowledged.
 *
 * @param type what happened
 * @param code the number in C, which says more if the type is UNKNOWN
 * @param port {@code element.port_num}, where it is about a port
 * @param handle {@code element.cq}, {@code qp}, {@code srq} or {@code wq}, where it is about one
 *     that the registry knows; it may be closed by now
 */
public record AsyncNotice(
        AsyncEventType type, int code, OptionalInt port, Optional<VerbsHandle> handle) {}
