// SPDX-License-Identifier: Apache-2.0
/** Multicast through librdmacm: event channels, ids, joins, and who holds them. */
@NullMarked
package org.rdmaagent.jna.cm;

import org.jspecify.annotations.NullMarked;
