// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;

/** The lines before a node's own line: {@code vendid=} to {@code switchguid=}. Grows by line. */
final class NodeIds {
    final int line;
    int vendorId;
    int deviceId;
    Guid systemImageGuid = Guid.ZERO;
    Guid portGuid = Guid.ZERO;
    @Nullable Guid nodeGuid;

    NodeIds(int line) {
        this.line = line;
    }

    /**
     * Takes a line.
     *
     * @return false if it is none of these lines
     * @throws BadLineException if it is one, with a value that cannot be
     */
    boolean take(LineCursor in) {
        if (in.accept("vendid=")) {
            vendorId = (int) in.hex(6, "vendor id");
        } else if (in.accept("devid=")) {
            deviceId = (int) in.hex(4, "device id");
        } else if (in.accept("sysimgguid=")) {
            systemImageGuid = new Guid(in.hex(16, "system image GUID"));
        } else if (in.accept("switchguid=") || in.accept("caguid=") || in.accept("rtguid=")) {
            nodeGuid = new Guid(in.hex(16, "node GUID"));
            portGuid = in.guidInParentheses();
        } else {
            return false;
        }
        // The -g option adds where in its chassis the node sits, as a comment.
        if (!in.skipBlanks().atEnd() && in.peek() != '#') {
            in.complain("something stands behind the number" + in.here() + "; it was ignored");
        }
        return true;
    }
}
