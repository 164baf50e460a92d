// SPDX-License-Identifier: Apache-2.0
/** What files ask for: their keys, and plans made of them. */
@NullMarked
package org.rdmaagent.mlx4.settings;

import org.jspecify.annotations.NullMarked;
