// SPDX-License-Identifier: Apache-2.0
/** The parts of a completion port that know memory and functions, but no registry. */
@NullMarked
package org.rdmaagent.jna.verbs.completion;

import org.jspecify.annotations.NullMarked;
