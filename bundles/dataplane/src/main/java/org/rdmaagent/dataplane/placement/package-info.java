// SPDX-License-Identifier: Apache-2.0
/** Where a loop's thread runs, and how eagerly: what was asked for and what was granted. */
@NullMarked
package org.rdmaagent.dataplane.placement;

import org.jspecify.annotations.NullMarked;
