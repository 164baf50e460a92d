// SPDX-License-Identifier: Apache-2.0
/** Devices, ports and their tables. */
@NullMarked
package org.rdmaagent.verbs.device;

import org.jspecify.annotations.NullMarked;
