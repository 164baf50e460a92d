// SPDX-License-Identifier: Apache-2.0
/** Stands in the fabric bundle's package, since its engine is nobody else's. */
@NullMarked
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.NullMarked;
