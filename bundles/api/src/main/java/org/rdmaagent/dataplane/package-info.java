// SPDX-License-Identifier: Apache-2.0
/** The poll loops over completion queues, and the handlers that others deploy for them. */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.dataplane;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
