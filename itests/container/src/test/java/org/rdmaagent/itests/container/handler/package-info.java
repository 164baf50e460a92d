// SPDX-License-Identifier: Apache-2.0
/** What the tests put into handler bundles that they make themselves. */
@NullMarked
package org.rdmaagent.itests.container.handler;

import org.jspecify.annotations.NullMarked;
