// SPDX-License-Identifier: Apache-2.0
/** The poll loop, with its real thread, handler and provider, on the emulated device. */
@NullMarked
package org.rdmaagent.itests.jvm.loop;

import org.jspecify.annotations.NullMarked;
