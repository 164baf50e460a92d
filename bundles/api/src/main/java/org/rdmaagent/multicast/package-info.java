// SPDX-License-Identifier: Apache-2.0
/** Membership of multicast groups through rdma_cm, and the groups of a subnet. */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.multicast;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
