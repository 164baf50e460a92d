// SPDX-License-Identifier: Apache-2.0
/** Cases that set the clock of the lease registry. */
@NullMarked
package org.rdmaagent.jna.verbs.objects;

import org.jspecify.annotations.NullMarked;
