// SPDX-License-Identifier: Apache-2.0
/** Identities and the one exception that every part of the agent shares. */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
