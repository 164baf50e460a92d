// SPDX-License-Identifier: Apache-2.0
/** Queue pairs that the configuration asks for. */
@NullMarked
package org.rdmaagent.verbs.queue;

import org.jspecify.annotations.NullMarked;
