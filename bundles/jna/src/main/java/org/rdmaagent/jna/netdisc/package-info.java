// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ibnd_discover_fabric(3)} of libibnetdisc, each scan in a process of its own: the library
 * aborts the process after a failed receive and waits without a limit for one.
 */
@NullMarked
package org.rdmaagent.jna.netdisc;

import org.jspecify.annotations.NullMarked;
