// SPDX-License-Identifier: Apache-2.0
/** The shipped handler that counts messages by queue pair. */
@NullMarked
package org.rdmaagent.handlers.counting;

import org.jspecify.annotations.NullMarked;
