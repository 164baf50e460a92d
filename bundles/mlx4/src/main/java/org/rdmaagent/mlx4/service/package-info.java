// SPDX-License-Identifier: Apache-2.0
/** Mlx4ContextService over whichever library there is. */
@NullMarked
package org.rdmaagent.mlx4.service;

import org.jspecify.annotations.NullMarked;
