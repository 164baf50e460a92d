// SPDX-License-Identifier: Apache-2.0
/** A simulated libibnetdisc, with the habits of the real one. */
@NullMarked
package org.rdmaagent.sim.netdisc;

import org.jspecify.annotations.NullMarked;
