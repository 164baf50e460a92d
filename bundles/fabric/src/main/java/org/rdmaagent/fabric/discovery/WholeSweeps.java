// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.PortId;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;

/** What only this bundle sees of the {@link FabricService}: whole subnets, and their schedule. */
public interface WholeSweeps extends FabricService {
    /**
     * The last sweep of the whole subnet of a port, whatever parts were swept since.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if the port cannot send SMPs or is not there
     */
    SweepState wholeState(PortId port);

    /**
     * When sweeps begin by themselves, as configured now: another object after each change of the
     * configuration, so that whoever keeps to it never sweeps by what was configured before.
     */
    ScheduleSettings schedule();
}
