// SPDX-License-Identifier: Apache-2.0
/** The provider jna on the real libraries; each test runs a JVM of its own behind a preload. */
@NullMarked
package org.rdmaagent.itests.jvm;

import org.jspecify.annotations.NullMarked;
