// SPDX-License-Identifier: Apache-2.0
/**
 * The provider jna against a real kernel: what it answers, and what an ordinary user is refused.
 */
@NullMarked
package org.rdmaagent.itests.guest;

import org.jspecify.annotations.NullMarked;
