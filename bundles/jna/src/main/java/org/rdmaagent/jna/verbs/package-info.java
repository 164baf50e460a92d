// SPDX-License-Identifier: Apache-2.0
/** Devices and ports through libibverbs. */
@NullMarked
package org.rdmaagent.jna.verbs;

import org.jspecify.annotations.NullMarked;
