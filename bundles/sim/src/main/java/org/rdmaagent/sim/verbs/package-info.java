// SPDX-License-Identifier: Apache-2.0
/**
 * The objects of verbs on simulated devices, by the kernel's rules. One lock guards them all; what
 * a device does is done by the thread that posts, polls or waits.
 */
@NullMarked
package org.rdmaagent.sim.verbs;

import org.jspecify.annotations.NullMarked;
