// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;

/** A POST whose body was read before, so that its length is known to be within bounds. */
final class BoundedRequest extends HttpServletRequestWrapper {
    private final byte[] body;

    BoundedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    /** JSON is UTF-8 whatever the request says; Jolokia would take the platform's charset. */
    @Override
    public String getCharacterEncoding() {
        return UTF_8.name();
    }

    @Override
    public ServletInputStream getInputStream() {
        ByteArrayInputStream bytes = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public int read() {
                return bytes.read();
            }

            @Override
            public int read(byte[] into, int from, int length) {
                return bytes.read(into, from, length);
            }

            @Override
            public boolean isFinished() {
                return bytes.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("the body was read before");
            }
        };
    }
}
