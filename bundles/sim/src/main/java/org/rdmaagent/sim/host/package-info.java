// SPDX-License-Identifier: Apache-2.0
/** The simulated host: its devices as libibverbs and the kernel's files show them. */
@NullMarked
package org.rdmaagent.sim.host;

import org.jspecify.annotations.NullMarked;
