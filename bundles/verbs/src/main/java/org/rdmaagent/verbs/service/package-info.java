// SPDX-License-Identifier: Apache-2.0
/** VerbsService over whichever provider there is, with what has to be looked after. */
@NullMarked
package org.rdmaagent.verbs.service;

import org.jspecify.annotations.NullMarked;
