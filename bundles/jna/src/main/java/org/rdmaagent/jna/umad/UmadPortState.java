// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import org.rdmaagent.PortId;

/**
 * A port as libibumad lists it.
 *
 * @param id which port
 * @param ethernet it has no QP0
 */
record UmadPortState(PortId id, boolean ethernet) {}
