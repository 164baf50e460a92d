// SPDX-License-Identifier: Apache-2.0
/**
 * What the mlx4 driver lets be set on an open device ({@code mlx4dv_set_context_attr(3)}): the size
 * of the next range of work queues, and who gives the memory of queues.
 */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.mlx4;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
