// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The completion queues that are open in a provider's registry, whoever holds their lease, and ways
 * to poll them. A service with {@link org.rdmaagent.spi.ProviderProperties#PROVIDER}, and with
 * {@link #ACCESS} and {@code service.ranking} where there are several accesses to native code.
 */
@ProviderType
public interface CompletionPorts {
    /** Service property: {@link NativeAccess#name} of what its ports call native code with. */
    String ACCESS = "rdma.access";

    /** The queues that are open now, in the order of their making. */
    List<PolledQueue> queues();

    /**
     * Makes this the one poller of a queue. The batch and everything behind it is allocated here.
     *
     * @param queue one of {@link #queues}
     * @param holder for whom, such as {@code loop fast}, for messages to others
     * @param way how it is to be polled
     * @throws org.rdmaagent.RdmaException EBADF it was closed meanwhile; EBUSY another port has it;
     *     EINVAL its queue pairs may have more requests outstanding than it has entries: the text
     *     says how many it needs; EOPNOTSUPP it cannot be polled that way: the text says why
     */
    CompletionPort open(PolledQueue queue, String holder, PollingWay way);

    /** The same, the {@link PollingWay#BEST} way. */
    default CompletionPort open(PolledQueue queue, String holder) {
        return open(queue, holder, PollingWay.BEST);
    }

    /**
     * Waits for several queues at a time.
     *
     * @param ports of {@link #open}; their channels belong to the wait from now on
     * @throws org.rdmaagent.RdmaException EINVAL one has no completion channel, EMFILE
     */
    CompletionWait await(List<CompletionPort> ports);
}
