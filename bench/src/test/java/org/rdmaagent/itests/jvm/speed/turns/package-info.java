// SPDX-License-Identifier: Apache-2.0
/** What drives a port; loaded anew for each, so that each is compiled with a profile of its own. */
@NullMarked
package org.rdmaagent.itests.jvm.speed.turns;

import org.jspecify.annotations.NullMarked;
