// SPDX-License-Identifier: Apache-2.0
/** Cases of polling completion queues on the emulated device. */
@NullMarked
package org.rdmaagent.itests.jvm.completion;

import org.jspecify.annotations.NullMarked;
