// SPDX-License-Identifier: Apache-2.0
/** Stands in the dataplane bundle's package, to make its service without a container. */
@NullMarked
package org.rdmaagent.dataplane.service;

import org.jspecify.annotations.NullMarked;
