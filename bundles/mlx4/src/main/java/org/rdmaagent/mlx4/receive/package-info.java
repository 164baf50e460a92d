// SPDX-License-Identifier: Apache-2.0
/** Tables of work queues in a context of the own. */
@NullMarked
package org.rdmaagent.mlx4.receive;

import org.jspecify.annotations.NullMarked;
