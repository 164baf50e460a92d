// SPDX-License-Identifier: Apache-2.0
/** Builds simulated worlds and lets tests and demonstrations break them. */
@Export
@Version("0.5.0")
@NullMarked
package org.rdmaagent.sim.control;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
