// SPDX-License-Identifier: Apache-2.0
/** What memberships are asked for: files and their keys, and the same as text on an id. */
@NullMarked
package org.rdmaagent.multicast.request;

import org.jspecify.annotations.NullMarked;
