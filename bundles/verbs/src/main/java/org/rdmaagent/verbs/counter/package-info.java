// SPDX-License-Identifier: Apache-2.0
/** Port counters, read from the kernel's files and never by a MAD. */
@NullMarked
package org.rdmaagent.verbs.counter;

import org.jspecify.annotations.NullMarked;
