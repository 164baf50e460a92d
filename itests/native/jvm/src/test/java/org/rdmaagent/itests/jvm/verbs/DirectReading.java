// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.util.List;

/** Whether Java can read queues by itself on the processor of this JVM. */
public final class DirectReading {
    private static final List<String> ARCHITECTURES = List.of("amd64", "x86_64");

    private DirectReading() {}

    /** Why not; empty if it can. */
    public static String lacks() {
        boolean can = ARCHITECTURES.contains(System.getProperty("os.arch"));
        return can ? "" : "direct is for x86-64";
    }
}
