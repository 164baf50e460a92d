// SPDX-License-Identifier: Apache-2.0
/** The native ports: what a provider of RDMA (the real libraries, or the simulation) implements. */
@Export
@Version("0.3.0")
@NullMarked
package org.rdmaagent.spi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
