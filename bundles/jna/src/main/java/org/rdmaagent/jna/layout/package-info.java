// SPDX-License-Identifier: Apache-2.0
/** Where the fields of the C structs lie that cross the border, on 64-bit Linux. */
@NullMarked
package org.rdmaagent.jna.layout;

import org.jspecify.annotations.NullMarked;
