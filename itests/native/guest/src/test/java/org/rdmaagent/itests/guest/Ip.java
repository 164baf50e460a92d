// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.stream.Stream;

/** ip(8), as root in the guest. */
final class Ip {
    private Ip() {}

    /** Runs it to its end; what it wrote. */
    static String run(String... arguments) {
        return Tool.run(
                Stream.concat(Stream.of("ip"), Stream.of(arguments)).toArray(String[]::new));
    }
}
