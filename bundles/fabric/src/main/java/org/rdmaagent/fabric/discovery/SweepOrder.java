// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.PortId;

/**
 * What an engine is to do.
 *
 * @param port the port that the SMPs leave by
 * @param settings how to ask
 * @param plan what to find
 */
record SweepOrder(PortId port, SweepSettings settings, SweepPlan plan) {}
