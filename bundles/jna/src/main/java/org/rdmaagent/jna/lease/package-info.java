// SPDX-License-Identifier: Apache-2.0
/** What the registries of leases share, whatever is leased. */
@NullMarked
package org.rdmaagent.jna.lease;

import org.jspecify.annotations.NullMarked;
