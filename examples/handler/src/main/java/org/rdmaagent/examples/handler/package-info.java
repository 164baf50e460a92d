// SPDX-License-Identifier: Apache-2.0
/** A completion handler to start from. */
@NullMarked
package org.rdmaagent.examples.handler;

import org.jspecify.annotations.NullMarked;
