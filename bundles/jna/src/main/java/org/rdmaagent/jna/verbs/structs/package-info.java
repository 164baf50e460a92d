// SPDX-License-Identifier: Apache-2.0
/** The values of verbs as C structs, and back. */
@NullMarked
package org.rdmaagent.jna.verbs.structs;

import org.jspecify.annotations.NullMarked;
