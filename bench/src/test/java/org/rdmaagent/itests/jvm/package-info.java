// SPDX-License-Identifier: Apache-2.0
/** Stands in the package of the native tests' rig, which is nobody else's. */
@NullMarked
package org.rdmaagent.itests.jvm;

import org.jspecify.annotations.NullMarked;
