// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.io.Serial;

/** A text that describes no node at all. */
public final class TopologyFormatException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1L;

    /** Says what was found and what was expected. */
    public TopologyFormatException(String message) {
        super(message);
    }
}
