// SPDX-License-Identifier: Apache-2.0
/** The simulated subnet: its cables, its clock, its faults, and the management agents in it. */
@NullMarked
package org.rdmaagent.sim.subnet;

import org.jspecify.annotations.NullMarked;
