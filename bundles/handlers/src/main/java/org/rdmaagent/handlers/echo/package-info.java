// SPDX-License-Identifier: Apache-2.0
/** The shipped handler that sends each message back. */
@NullMarked
package org.rdmaagent.handlers.echo;

import org.jspecify.annotations.NullMarked;
