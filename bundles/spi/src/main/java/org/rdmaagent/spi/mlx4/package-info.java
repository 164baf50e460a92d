// SPDX-License-Identifier: Apache-2.0
/**
 * The direct verbs of mlx4 (libmlx4), at the level of the C calls, with the checks that the library
 * does not make.
 *
 * <p>Plans, C callbacks and memory belong to the provider: replacing the bundle that sets plans
 * changes nothing for the contexts that are open.
 */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.spi.mlx4;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
