// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.List;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.sim.sa.SimulatedAdministration;

/** Breaks the subnet administration of a simulated fabric, from any thread and at any time. */
public final class AdministrationFaults {
    private static final int MAX_STATUS = 0xffff;

    private final SimulatedAdministration administration;

    AdministrationFaults(SimulatedAdministration administration) {
        this.administration = administration;
    }

    /** Whether it gives no answer at all. */
    public void silent(boolean wanted) {
        administration.silent(wanted);
    }

    /**
     * What it answers to every question.
     *
     * @param status such as 0x0001 (busy) or 0x0100 (no resources), 1 to 0xffff; 0 lets it answer
     *     as it should
     * @throws IllegalArgumentException if it is out of range
     */
    public void status(int status) {
        if (status < 0 || status > MAX_STATUS) {
            throw new IllegalArgumentException("a status lies in 0..0xffff: " + status);
        }
        administration.status(status);
    }

    /**
     * The SM_Key that lets a requester see the members of groups; 1 at first, as OpenSM has it.
     *
     * @throws IllegalArgumentException if it is 0, which stands for no key
     */
    public void smKey(long key) {
        if (key == 0) {
            throw new IllegalArgumentException("an SM_Key is not 0");
        }
        administration.smKey(key);
    }

    /** The truth: every member of every group, by MGID and port. */
    public List<McMemberRecord> members() {
        return administration.members();
    }

    /** Ends all of that. */
    public void clear() {
        administration.clear();
    }
}
