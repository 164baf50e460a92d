// SPDX-License-Identifier: Apache-2.0
/**
 * The objects that users of verbs see, each over a handle of the provider. They keep nothing of
 * their own, so that a replaced bundle finds everything again in its lease.
 */
@NullMarked
package org.rdmaagent.verbs.object;

import org.jspecify.annotations.NullMarked;
