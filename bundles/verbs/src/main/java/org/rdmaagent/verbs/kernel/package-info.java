// SPDX-License-Identifier: Apache-2.0
/** Every function of the kernel's verbs and its place here; docs/verbs.md is made of it. */
@NullMarked
package org.rdmaagent.verbs.kernel;

import org.jspecify.annotations.NullMarked;
