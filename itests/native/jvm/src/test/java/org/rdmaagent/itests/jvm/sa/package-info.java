// SPDX-License-Identifier: Apache-2.0
/** Subnet administration: ours beside {@code saquery}, both asking OpenSM over ibsim. */
@NullMarked
package org.rdmaagent.itests.jvm.sa;

import org.jspecify.annotations.NullMarked;
