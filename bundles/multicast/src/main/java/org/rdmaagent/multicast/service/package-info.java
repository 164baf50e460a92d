// SPDX-License-Identifier: Apache-2.0
/** MulticastService over whichever connection manager there is. */
@NullMarked
package org.rdmaagent.multicast.service;

import org.jspecify.annotations.NullMarked;
