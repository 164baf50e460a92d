// SPDX-License-Identifier: Apache-2.0
/** Stands in the provider's package, since its probe is nobody else's. */
@NullMarked
package org.rdmaagent.jna;

import org.jspecify.annotations.NullMarked;
