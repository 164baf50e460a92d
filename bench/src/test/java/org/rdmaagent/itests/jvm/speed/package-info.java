// SPDX-License-Identifier: Apache-2.0
/** What a completion costs, by each way to poll, beside C in the same process. */
@NullMarked
package org.rdmaagent.itests.jvm.speed;

import org.jspecify.annotations.NullMarked;
