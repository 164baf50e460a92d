// SPDX-License-Identifier: Apache-2.0
/** The queue pairs of memberships: those made for them and those of the caller. */
@NullMarked
package org.rdmaagent.multicast.pair;

import org.jspecify.annotations.NullMarked;
