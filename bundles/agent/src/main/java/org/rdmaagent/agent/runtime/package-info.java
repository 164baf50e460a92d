// SPDX-License-Identifier: Apache-2.0
/** What is said about the agent itself. */
@NullMarked
package org.rdmaagent.agent.runtime;

import org.jspecify.annotations.NullMarked;
