// SPDX-License-Identifier: Apache-2.0
/** The objects of libibverbs on the emulated mlx4 device, as cases in a JVM of their own. */
@NullMarked
package org.rdmaagent.itests.jvm.verbs;

import org.jspecify.annotations.NullMarked;
