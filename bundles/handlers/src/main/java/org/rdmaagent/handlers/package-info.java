// SPDX-License-Identifier: Apache-2.0
/** What the shipped completion handlers have in common. */
@NullMarked
package org.rdmaagent.handlers;

import org.jspecify.annotations.NullMarked;
