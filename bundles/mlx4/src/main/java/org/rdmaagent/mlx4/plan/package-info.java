// SPDX-License-Identifier: Apache-2.0
/** Which plans the provider is to have: those of the operator, and those of the files. */
@NullMarked
package org.rdmaagent.mlx4.plan;

import org.jspecify.annotations.NullMarked;
