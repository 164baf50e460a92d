// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

/** What the provider would say as a candidate. */
public final class LibrariesProbe {
    private final NativeLibraries libraries = new NativeLibraries();

    /** Whether it lists a device. */
    public boolean devicePresent() {
        return libraries.devicePresent();
    }

    /** Its libraries. */
    public String describe() {
        return libraries.describe().toString();
    }
}
