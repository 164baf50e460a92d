// SPDX-License-Identifier: Apache-2.0
/** The simulated connection manager: rdma_cm's rules for multicast, over the simulated subnet. */
@NullMarked
package org.rdmaagent.sim.cm;

import org.jspecify.annotations.NullMarked;
