// SPDX-License-Identifier: Apache-2.0
/** What the agent says about itself: version, provider, native libraries, health. */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.agent;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
