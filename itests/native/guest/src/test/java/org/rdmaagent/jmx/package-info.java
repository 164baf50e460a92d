// SPDX-License-Identifier: Apache-2.0
/** Stands in the jmx bundle's package, to make its MBeans without a container. */
@NullMarked
package org.rdmaagent.jmx;

import org.jspecify.annotations.NullMarked;
