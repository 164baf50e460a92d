// SPDX-License-Identifier: Apache-2.0
/** Stands in the jna bundle's package, to use its contexts and its words for failures. */
@NullMarked
package org.rdmaagent.jna.verbs;

import org.jspecify.annotations.NullMarked;
