// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import org.rdmaagent.jna.LibrariesProbe;

/** What the provider would say to the agent, in a JVM of its own. */
public final class CandidateMain {
    private CandidateMain() {}

    /** Runs. */
    public static void main(String[] arguments) {
        LibrariesProbe probe = new LibrariesProbe();
        System.out.println("devicePresent=" + probe.devicePresent());
        System.out.println("libraries=" + probe.describe());
    }
}
