// SPDX-License-Identifier: Apache-2.0
/**
 * DataPlaneService over the configured loops, the queues of the providers and the handlers of
 * others.
 */
@NullMarked
package org.rdmaagent.dataplane.service;

import org.jspecify.annotations.NullMarked;
