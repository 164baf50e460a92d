// SPDX-License-Identifier: Apache-2.0
/**
 * Native functions and memory through Java's own foreign function API ({@code java.lang.foreign}).
 */
@NullMarked
package org.rdmaagent.ffm;

import org.jspecify.annotations.NullMarked;
