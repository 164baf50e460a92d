// SPDX-License-Identifier: Apache-2.0
/** What a loop does when its queues are empty. */
@NullMarked
package org.rdmaagent.dataplane.idle;

import org.jspecify.annotations.NullMarked;
