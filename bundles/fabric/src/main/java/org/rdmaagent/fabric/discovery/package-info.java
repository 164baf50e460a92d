// SPDX-License-Identifier: Apache-2.0
/** The discovery engine: directed-route SMPs in, a topology out. */
@NullMarked
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.NullMarked;
