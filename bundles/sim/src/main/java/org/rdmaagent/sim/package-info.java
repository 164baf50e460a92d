// SPDX-License-Identifier: Apache-2.0
/** A simulated HCA and fabric behind the native ports. */
@NullMarked
package org.rdmaagent.sim;

import org.jspecify.annotations.NullMarked;
