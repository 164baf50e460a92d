// SPDX-License-Identifier: Apache-2.0
/** Stands in the multicast bundle's package, to make its service without a container. */
@NullMarked
package org.rdmaagent.multicast.service;

import org.jspecify.annotations.NullMarked;
