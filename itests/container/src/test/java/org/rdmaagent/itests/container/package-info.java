// SPDX-License-Identifier: Apache-2.0
/** The distribution seen from inside its container. */
@NullMarked
package org.rdmaagent.itests.container;

import org.jspecify.annotations.NullMarked;
