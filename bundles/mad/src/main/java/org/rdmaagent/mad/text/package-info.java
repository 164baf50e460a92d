// SPDX-License-Identifier: Apache-2.0
/** The text of ibnetdiscover(8), read into a topology and written from one; no input or output. */
@Export
@Version("0.1.0")
@NullMarked
package org.rdmaagent.mad.text;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
