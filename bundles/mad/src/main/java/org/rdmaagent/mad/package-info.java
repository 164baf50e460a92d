// SPDX-License-Identifier: Apache-2.0
/** Management datagrams as bytes and as values: pure functions, no state, no input or output. */
@Export
@Version("0.2.0")
@NullMarked
package org.rdmaagent.mad;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
