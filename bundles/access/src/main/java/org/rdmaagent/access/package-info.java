// SPDX-License-Identifier: Apache-2.0
/** Logins, the one access policy, and Jolokia behind both. */
@NullMarked
package org.rdmaagent.access;

import org.jspecify.annotations.NullMarked;
