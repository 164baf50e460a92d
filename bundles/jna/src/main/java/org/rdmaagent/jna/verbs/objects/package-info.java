// SPDX-License-Identifier: Apache-2.0
/** The objects of libibverbs, who holds them, and what keeps their use safe. */
@NullMarked
package org.rdmaagent.jna.verbs.objects;

import org.jspecify.annotations.NullMarked;
