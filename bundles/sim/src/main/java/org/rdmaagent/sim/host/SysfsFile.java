// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.io.IOException;

/** A file of sysfs: its text is made when it is read. */
@FunctionalInterface
interface SysfsFile {
    String read() throws IOException;
}
