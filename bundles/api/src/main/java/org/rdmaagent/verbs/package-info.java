// SPDX-License-Identifier: Apache-2.0
/** Devices, their ports, tables and counters, as libibverbs and the kernel show them. */
@Export
@Version("0.4.0")
@NullMarked
package org.rdmaagent.verbs;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
