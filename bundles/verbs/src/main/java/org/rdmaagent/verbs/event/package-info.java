// SPDX-License-Identifier: Apache-2.0
/** Asynchronous events: read, numbered, handed to those who want to hear of them. */
@NullMarked
package org.rdmaagent.verbs.event;

import org.jspecify.annotations.NullMarked;
