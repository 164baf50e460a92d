// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * libmlx4, or a simulated one. A service with {@link
 * org.rdmaagent.spi.ProviderProperties#PROVIDER}, registered before {@link
 * org.rdmaagent.spi.VerbsLibrary}, so that plans are there before the first context is opened.
 *
 * <p>The allocators that are services ({@link org.rdmaagent.mlx4.BufferAllocator}) are found by the
 * provider itself.
 */
@ProviderType
public interface Mlx4Library {
    /** The devices whose driver is mlx4, by name. */
    List<String> devices();

    /**
     * Why a device cannot be used here.
     *
     * @return such as {@code its driver is rdma_rxe, not mlx4_core}; empty if it can
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device
     */
    String refusal(String device);

    /** The contexts that are open on these devices, of all leases, in the order of opening. */
    List<Mlx4Context> contexts();

    /** The names of the allocators that could be chosen now. */
    List<String> allocators();

    /**
     * What shall be set on contexts, in place of all plans before. The provider keeps it while the
     * owner is replaced. A context that is open already takes what can still be taken: an allocator
     * other than {@code system} in place of another such one, or anything while nothing has been
     * made on it. A range size is set at opening only.
     */
    void setPlans(List<ContextPlan> plans);

    /** What {@link #setPlans} was last given; at first empty. */
    List<ContextPlan> plans();
}
