// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.Locale;

/** Keeps {@code Cache-Control: no-store} where Jolokia would say {@code no-cache}. */
final class UncachedResponse extends HttpServletResponseWrapper {
    UncachedResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void setHeader(String name, String value) {
        boolean caching = name.toLowerCase(Locale.ROOT).equals("cache-control");
        super.setHeader(name, caching ? "no-store" : value);
    }
}
