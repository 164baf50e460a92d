// SPDX-License-Identifier: Apache-2.0
/** Stands in the verbs bundle's package, to make its service without a container. */
@NullMarked
package org.rdmaagent.verbs.device;

import org.jspecify.annotations.NullMarked;
