// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

/** A request whose server-sent events go through our response too, not around it. */
final class AnsweredRequest extends HttpServletRequestWrapper {
    private final HttpServletResponse response;

    AnsweredRequest(HttpServletRequest request, HttpServletResponse response) {
        super(request);
        this.response = response;
    }

    @Override
    public AsyncContext startAsync() {
        return super.startAsync(getRequest(), response);
    }
}
