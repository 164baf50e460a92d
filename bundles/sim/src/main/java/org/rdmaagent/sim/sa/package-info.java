// SPDX-License-Identifier: Apache-2.0
/**
 * The subnet administration of the simulated subnet: it answers what is asked, with OpenSM's
 * habits.
 */
@NullMarked
package org.rdmaagent.sim.sa;

import org.jspecify.annotations.NullMarked;
