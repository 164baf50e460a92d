// SPDX-License-Identifier: Apache-2.0
/** The provider {@code jna}: rdma-core's libraries behind the native ports. */
@NullMarked
package org.rdmaagent.jna;

import org.jspecify.annotations.NullMarked;
