// SPDX-License-Identifier: Apache-2.0
/** The kernel's files, and the few calls of the C library that the others need. */
@NullMarked
package org.rdmaagent.jna.os;

import org.jspecify.annotations.NullMarked;
