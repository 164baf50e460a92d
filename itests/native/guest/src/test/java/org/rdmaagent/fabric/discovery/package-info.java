// SPDX-License-Identifier: Apache-2.0
/** Stands in the fabric bundle's package, to make its service without a container. */
@NullMarked
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.NullMarked;
