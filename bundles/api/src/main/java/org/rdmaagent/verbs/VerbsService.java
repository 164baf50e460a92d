// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

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
}
