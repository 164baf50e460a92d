// SPDX-License-Identifier: Apache-2.0
/**
 * What runs in the process of a scan, and the words that it and the agent exchange. It needs the
 * JDK, JNA and {@code org.rdmaagent.jna.layout}, nothing else.
 */
@NullMarked
package org.rdmaagent.jna.netdisc.child;

import org.jspecify.annotations.NullMarked;
