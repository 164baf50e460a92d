// SPDX-License-Identifier: Apache-2.0
/** Subnets: what a sweep found, as immutable values, and the service that sweeps. */
@Export
@Version("0.2.0")
@NullMarked
package org.rdmaagent.fabric;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
