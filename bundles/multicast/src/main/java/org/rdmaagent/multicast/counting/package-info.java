// SPDX-License-Identifier: Apache-2.0
/** The loop and the handlers that count what memberships receive. */
@NullMarked
package org.rdmaagent.multicast.counting;

import org.jspecify.annotations.NullMarked;
