// SPDX-License-Identifier: Apache-2.0
/** The poll loop: turns over its queues, the handing out of what they hold, and its thread. */
@NullMarked
package org.rdmaagent.dataplane.loop;

import org.jspecify.annotations.NullMarked;
