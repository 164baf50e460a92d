// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import java.lang.foreign.Linker;
import org.rdmaagent.spi.completion.DriverPointers;

/** Functions of the C library that take and return what a driver's functions do. */
final class LibcDriver {
    /** Polls with memset(3), arms with access(2); posts with memcmp(3), memcpy(3), strncmp(3). */
    static final DriverPointers ONE =
            new DriverPointers(
                    address("memset"),
                    address("access"),
                    address("memcmp"),
                    address("memcpy"),
                    address("strncmp"));

    /** Polls with memchr(3), arms with strchr(3); the functions that post are shifted by one. */
    static final DriverPointers OTHER =
            new DriverPointers(
                    address("memchr"),
                    address("strchr"),
                    address("strncmp"),
                    address("memcmp"),
                    address("memcpy"));

    private LibcDriver() {}

    private static long address(String function) {
        return Linker.nativeLinker().defaultLookup().find(function).orElseThrow().address();
    }
}
