// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Locale;

/**
 * What is configured.
 *
 * @param lockMemory whether all memory of the process is kept in RAM
 * @param trouble what of it is wrong; empty if nothing
 */
record DataPlaneSettings(boolean lockMemory, String trouble) {
    /** A wrong value is reported, and the default takes its place. */
    static DataPlaneSettings of(String lockMemory) {
        return switch (lockMemory.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> new DataPlaneSettings(true, "");
            case "false" -> new DataPlaneSettings(false, "");
            default ->
                    new DataPlaneSettings(
                            false,
                            "lockMemory="
                                    + lockMemory
                                    + " in org.rdmaagent.dataplane.cfg is neither true nor false;"
                                    + " using false");
        };
    }
}
