// SPDX-License-Identifier: Apache-2.0
/** Stands in the jna bundle's package, to ask one allocator without a context. */
@NullMarked
package org.rdmaagent.jna.mlx4.buffers;

import org.jspecify.annotations.NullMarked;
