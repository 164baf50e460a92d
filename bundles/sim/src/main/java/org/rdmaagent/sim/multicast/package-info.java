// SPDX-License-Identifier: Apache-2.0
/** The multicast groups of the simulated subnet, as its subnet manager keeps them. */
@NullMarked
package org.rdmaagent.sim.multicast;

import org.jspecify.annotations.NullMarked;
