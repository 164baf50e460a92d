// SPDX-License-Identifier: Apache-2.0
/** Management datagrams through libibumad. */
@NullMarked
package org.rdmaagent.jna.umad;

import org.jspecify.annotations.NullMarked;
