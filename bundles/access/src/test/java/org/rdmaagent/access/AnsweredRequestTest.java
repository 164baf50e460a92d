// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.junit.jupiter.api.Test;

/** On the real servlet container, with a servlet that does what Jolokia's back channel does. */
final class AnsweredRequestTest {
    @SuppressWarnings("serial") // no servlet is ever serialized
    private static final class Events extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            HttpServletResponse answer = new ValidJsonResponse(new UncachedResponse(response));
            AsyncContext events = new AnsweredRequest(request, answer).startAsync();
            events.getResponse().getOutputStream().write("data: \"\\u00".getBytes(UTF_8));
            events.getResponse().flushBuffer();
            events.getResponse().getOutputStream().write("0;\"\r\n".getBytes(UTF_8));
            events.complete();
        }
    }

    @Test
    void eventsAreValidJsonToo() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(new Events());
        holder.setAsyncSupported(true);
        handler.addServlet(holder, "/*");
        server.setHandler(handler);
        server.start();
        try {
            assertEquals("data: \"\\u000b\"\r\n", events(connector.getLocalPort()));
        } finally {
            LifeCycle.stop(server);
        }
    }

    private static String events(int port) throws IOException {
        URI address = URI.create("http://127.0.0.1:" + port + "/");
        HttpURLConnection connection =
                (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), UTF_8);
        }
    }
}
