// SPDX-License-Identifier: Apache-2.0
/** The rules of the house, held against the built jars and the source tree. */
@NullMarked
package org.rdmaagent.rules;

import org.jspecify.annotations.NullMarked;
