// SPDX-License-Identifier: Apache-2.0
/** What a loop counts: written by its one thread, read by any, without disturbing it. */
@NullMarked
package org.rdmaagent.dataplane.figures;

import org.jspecify.annotations.NullMarked;
