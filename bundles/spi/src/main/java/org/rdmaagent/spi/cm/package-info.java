// SPDX-License-Identifier: Apache-2.0
/**
 * Multicast through the connection manager, at the level of the C calls (librdmacm).
 *
 * <p>An event is copied and acknowledged before anybody sees it, so no call waits for an event that
 * is not acknowledged. An id never gets a queue pair: the library opens a device context of its
 * own, and would attach the pair by itself.
 */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.spi.cm;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
