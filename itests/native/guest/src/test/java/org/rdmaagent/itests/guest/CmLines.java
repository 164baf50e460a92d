// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import org.rdmaagent.itests.contract.CmCase;
import org.rdmaagent.jna.cm.RdmaCoreCm;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.spi.cm.CmLease;

/** The connection manager itself: its contract, and whether it opens. */
final class CmLines {
    private CmLines() {}

    /** The key of a case's line. */
    static String key(CmCase one) {
        return "cm." + one.name().replace('=', '~');
    }

    static void contract() {
        try (RdmaCoreCm manager = new RdmaCoreCm(new HostFiles())) {
            RxeCmRig rig = new RxeCmRig(manager);
            for (CmCase one : RxeCmRig.cases()) {
                ContractLines.write(one.name(), key(one), () -> one.run(rig));
            }
        }
    }

    static void open() {
        try (RdmaCoreCm manager = new RdmaCoreCm(new HostFiles())) {
            GuestMain.attempt("cm.open", () -> opened(manager));
            // The library may remember how the first attempt ended.
            GuestMain.attempt("cm.openAgain", () -> opened(manager));
        }
    }

    private static String opened(RdmaCoreCm manager) {
        try (CmLease lease = manager.lease("open")) {
            return lease.owner();
        }
    }
}
