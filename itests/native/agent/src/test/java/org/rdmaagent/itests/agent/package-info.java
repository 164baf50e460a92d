// SPDX-License-Identifier: Apache-2.0
/** The running agent on the real libraries; each test starts {@code ./run} behind a preload. */
@NullMarked
package org.rdmaagent.itests.agent;

import org.jspecify.annotations.NullMarked;
