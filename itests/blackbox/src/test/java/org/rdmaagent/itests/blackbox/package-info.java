// SPDX-License-Identifier: Apache-2.0
/** The distribution seen from outside: processes, ports, HTTP answers, files. */
@NullMarked
package org.rdmaagent.itests.blackbox;

import org.jspecify.annotations.NullMarked;
