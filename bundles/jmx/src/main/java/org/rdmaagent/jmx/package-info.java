// SPDX-License-Identifier: Apache-2.0
/** The MBeans of the agent; the one stable owner of their names. */
@NullMarked
package org.rdmaagent.jmx;

import org.jspecify.annotations.NullMarked;
