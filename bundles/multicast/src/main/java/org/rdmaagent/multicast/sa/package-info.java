// SPDX-License-Identifier: Apache-2.0
/** What the administration of a subnet says of its multicast groups and their members. */
@NullMarked
package org.rdmaagent.multicast.sa;

import org.jspecify.annotations.NullMarked;
