// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The attributes of open mlx4 contexts ({@code mlx4dv_set_context_attr(3)}), which the C function
 * sets without any check. Here the device's driver and the library behind the context are looked at
 * before each call; on any other device everything is refused with EOPNOTSUPP and the name of the
 * driver found.
 *
 * <p>Every method that names a device throws {@link org.rdmaagent.RdmaException} with ENODEV if
 * there is none of that name, EOPNOTSUPP if it is not one of mlx4 or libmlx4 is missing; one that
 * names a context, ENOENT if the agent holds no such context.
 */
@ProviderType
public interface Mlx4ContextService {
    /** The context in which this service makes work queues; it is opened when it is needed. */
    String OWN_CONTEXT = "mlx4";

    /** The devices whose driver is mlx4, by name; empty if libmlx4 is missing. */
    List<String> devices();

    /** The contexts that the agent holds on a device, by name. */
    List<Mlx4ContextStatus> contexts(String device);

    /**
     * What the driver tells of the device.
     *
     * @throws org.rdmaagent.RdmaException also ENOENT if the agent holds no context on it
     */
    Mlx4DriverAttributes driverAttributes(String device);

    /** The names that an allocator can be chosen by now, those of services too. */
    List<String> allocators();

    /**
     * Sets LOG_WQS_RANGE_SZ: the next work queue that is made on the context reserves a range of
     * 2^value numbers. It overwrites a value that was not used.
     *
     * @param context {@link #OWN_CONTEXT} is opened if it is not there
     * @param value 0 to {@link LogWqsRange#bound}; to {@link LogWqsRange#MAX} where the device
     *     tells no bound
     * @return the context after it
     * @throws org.rdmaagent.RdmaException also EINVAL if the value is out of range
     */
    Mlx4ContextStatus setLogWqsRangeSize(String device, String context, int value);

    /**
     * Chooses the allocator of a context until the agent is restarted or the configuration of the
     * context changes; its other settings are those of the configuration. Between allocators other
     * than {@code system} the change is in force for new buffers at once. From or to {@code system}
     * it is in force at once only while nothing has been made on the context; else {@link
     * Mlx4ContextStatus#needsReopen} says so, and {@link #reopen} brings it into force.
     *
     * @return the context after it
     * @throws org.rdmaagent.RdmaException also EINVAL if there is no allocator of that name
     */
    Mlx4ContextStatus setAllocator(String device, String context, String allocator);

    /**
     * Closes a context with everything on it, queue pairs drained, and has what the agent itself
     * holds on it made anew: configured queue pairs, memberships, receive tables. Work that is
     * queued on it ends with flush errors or is lost; queue pairs get new numbers.
     *
     * @throws org.rdmaagent.RdmaException also EBUSY if something on it belongs to somebody who
     *     would not make it anew
     */
    void reopen(String device, String context);

    /** The tables that were made here on a device, by name. */
    List<ReceiveTable> receiveTables(String device);

    /**
     * Makes 2^logSize work queues with successive numbers, on one completion queue, and a table of
     * them, in {@link #OWN_CONTEXT}.
     *
     * @param name letters, digits, {@code . _ -}
     * @param logSize 0 to {@link LogWqsRange#bound}
     * @param entries outstanding receives of each queue, 1 or more
     * @throws org.rdmaagent.RdmaException also EINVAL, ENOMEM, EOPNOTSUPP (no RSS on this device)
     * @throws IllegalArgumentException if the name is taken or none
     */
    ReceiveTable createReceiveTable(String device, String name, int logSize, int entries);

    /**
     * Takes a table down, with its work queues and its completion queue.
     *
     * @throws org.rdmaagent.RdmaException also ENOENT if there is no such table
     */
    void destroyReceiveTable(String device, String name);
}
