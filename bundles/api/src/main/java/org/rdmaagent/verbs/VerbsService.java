// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;

/**
 * The verbs of a device: libibverbs, or a simulated one. What is opened here belongs to the agent;
 * a replacement of the bundle behind this service loses nothing of it that is opened again by its
 * name within 60 seconds. The rest is closed then, and reported.
 */
@ProviderType
public interface VerbsService {
    /**
     * Opens a device ({@code ibv_open_device(3)}), or finds it open: there is one context for each
     * name.
     *
     * @param device such as {@code mlx4_0}
     * @param name of the context, such as {@code selftest}
     * @throws org.rdmaagent.RdmaException ENODEV no such device, EACCES no permission for
     *     /dev/infiniband/uverbs*, EMFILE, EOPNOTSUPP the provider has no such verbs
     * @throws IllegalArgumentException if a context of that name is open on another device
     */
    DeviceContext open(String device, String name);

    /** The contexts that are open, by name. */
    List<DeviceContext> contexts();

    /** The queue pairs that the agent holds, by device and number. */
    List<QueuePair> queuePairs();

    /** One of them. */
    Optional<QueuePair> queuePair(String device, QpNumber number);

    /**
     * How many objects there are on a device.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device
     */
    ResourceCounts resources(String device);

    /**
     * What a port can do.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EINVAL if no such port
     */
    PortCapabilities capabilities(PortId port);

    /**
     * Whether RDMA works on a port: sends messages from a queue pair to another one on the same
     * port, RC or, where there is no RC, UD; takes everything down again. Waits for the end.
     *
     * @param messages 1 to 1,000,000
     * @param bytes of each, 1 to 1 MiB; with UD at most the MTU of the port
     * @return also where it failed: the text says why and what to do
     * @throws org.rdmaagent.RdmaException ENODEV, EINVAL if there is no such device or port; EBUSY
     *     if another test runs on the port
     * @throws IllegalArgumentException if a number is out of range
     */
    SelfTestResult selfTest(PortId port, int messages, int bytes);

    /**
     * Closes a context with everything on it and has it opened anew, so that what can be set at its
     * opening only comes into force. Queue pairs are brought to the error state and drained; poll
     * loops let go of their queues first. Work that is queued ends with flush errors or is lost,
     * and queue pairs get new numbers.
     *
     * <p>Configured queue pairs and the contexts for events are there again when the call returns;
     * what a {@link ContextHolder} has made follows soon after. An empty context of somebody else
     * is closed, and opened when its holder opens it the next time. Waits for the end; one at a
     * time.
     *
     * @param device such as {@code mlx4_0}
     * @param context the name of a context on it, of this service
     * @throws RdmaException ENODEV no such device; ENOENT no such context on it; EBUSY with nothing
     *     closed: something on it belongs to somebody who would not make it anew, the text names
     *     it, or a self-test runs there, or it is being reopened by another call; EBUSY with a part
     *     closed: the text says what stays, and it is tried again every second; EAGAIN it was
     *     closed, and what was on it is not whole yet: the text says why, and it is tried on; EBADF
     *     the bundle behind this service was replaced meanwhile
     */
    default void reopen(String device, String context) {
        throw new RdmaException(
                "ibv_close_device",
                Errno.of(95),
                context,
                "this service of " + device + " reopens nothing: restart the agent");
    }

    /**
     * Somebody who makes anew what he has on a context that {@link #reopen} closes. A service, told
     * while no other context is being reopened; it must not block, and must not call {@link
     * #reopen}. Configured queue pairs, contexts for events and self-tests need none.
     */
    @ConsumerType
    interface ContextHolder {
        /**
         * Whether everything that is open on a context is his, and he makes it anew afterwards.
         * Asked before anything is closed, and not for an empty context.
         */
        boolean makesAnew(DeviceContext context);

        /**
         * A context was closed with everything on it, whosever that was, and configured queue pairs
         * on it are made anew as far as they can be.
         *
         * @param device where it was
         * @param context its name
         * @param pairs the numbers of the queue pairs that were on it; a new one may have got the
         *     number of an old one
         */
        void closed(String device, String context, List<QpNumber> pairs);
    }
}
