// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes every answer of Jolokia's valid JSON: one strange byte in a file, a node description or a
 * message of the kernel would else make the whole answer unreadable. Jolokia writes to the stream
 * only, never to the writer.
 */
final class ValidJsonResponse extends HttpServletResponseWrapper {
    private @Nullable ServletOutputStream stream;

    ValidJsonResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public synchronized ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream known = stream;
        if (known == null) {
            known = new ValidJsonStream(super.getOutputStream());
            stream = known;
        }
        return known;
    }
}
