// SPDX-License-Identifier: Apache-2.0
/** The operator's question whether RDMA works on this host. */
@NullMarked
package org.rdmaagent.verbs.selftest;

import org.jspecify.annotations.NullMarked;
