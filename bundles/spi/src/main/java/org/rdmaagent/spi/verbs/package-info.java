// SPDX-License-Identifier: Apache-2.0
/**
 * The objects of verbs at the level of the C calls: what a provider of {@link
 * org.rdmaagent.spi.VerbsLibrary} makes, keeps and closes.
 *
 * <p>Every failure is an {@link org.rdmaagent.RdmaException} with the C function, the positive
 * errno, the object's name and a remedy. EBADF means that the handle is closed, ENODEV that its
 * device is gone, EOPNOTSUPP that the library or the driver has no such call. A null from C that
 * left errno at 0 is {@link org.rdmaagent.Errno#NONE}. Numbers are in host byte order unless their
 * names or javadoc say otherwise. Handles may be used by several threads; a {@link
 * org.rdmaagent.spi.verbs.CqHandle} is polled by one at a time.
 */
@Export
@Version("0.2.0")
@NullMarked
package org.rdmaagent.spi.verbs;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
