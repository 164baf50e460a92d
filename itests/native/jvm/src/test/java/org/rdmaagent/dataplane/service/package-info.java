// SPDX-License-Identifier: Apache-2.0
/** Stands in the package of the poll loops' service, since its choice of ports is nobody else's. */
@NullMarked
package org.rdmaagent.dataplane.service;

import org.jspecify.annotations.NullMarked;
