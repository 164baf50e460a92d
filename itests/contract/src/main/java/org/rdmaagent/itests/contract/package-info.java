// SPDX-License-Identifier: Apache-2.0
/**
 * The contract of the verbs port: named cases over {@link org.rdmaagent.spi.VerbsLibrary} that run
 * on the simulation, on an emulated device under the real libraries, and on a kernel's device. The
 * documented differences between them are {@link org.rdmaagent.itests.contract.Trait}s of the rig.
 * {@link org.rdmaagent.itests.contract.CmContract} is the same for the connection manager, {@link
 * org.rdmaagent.itests.contract.Mlx4Contract} for libmlx4.
 */
@NullMarked
package org.rdmaagent.itests.contract;

import org.jspecify.annotations.NullMarked;
