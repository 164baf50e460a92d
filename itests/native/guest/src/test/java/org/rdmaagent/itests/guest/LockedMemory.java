// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.Set;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;

/** Memory that the kernel counts as locked, as the agent registers it. */
final class LockedMemory {
    private static final long FOUR_KIBIBYTES = 4L << 10;
    private static final long SIXTEEN_MEBIBYTES = 16L << 20;

    private LockedMemory() {}

    static void write(VerbsLibrary library, String device) {
        try (VerbsLease lease = library.lease("memory")) {
            var domain = lease.open(device, "context").allocPd("domain");
            GuestMain.attempt(
                    "fewLocked",
                    () ->
                            length(
                                    domain.registerMemory(
                                            "few",
                                            FOUR_KIBIBYTES,
                                            Set.of(AccessFlag.LOCAL_WRITE))));
            GuestMain.attempt(
                    "manyLocked",
                    () ->
                            length(
                                    domain.registerMemory(
                                            "many",
                                            SIXTEEN_MEBIBYTES,
                                            Set.of(AccessFlag.LOCAL_WRITE))));
            GuestMain.say("heldAfterRefusal", domain.context().handles().size());
        }
    }

    private static String length(MrHandle region) {
        return region.length() + " bytes";
    }
}
