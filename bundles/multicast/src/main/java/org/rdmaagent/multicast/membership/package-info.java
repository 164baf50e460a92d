// SPDX-License-Identifier: Apache-2.0
/** The state machine of memberships, and the one role that all of them live in. */
@NullMarked
package org.rdmaagent.multicast.membership;

import org.jspecify.annotations.NullMarked;
