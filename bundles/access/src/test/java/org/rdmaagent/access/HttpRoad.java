// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jolokia.server.core.http.AgentServlet;
import org.jolokia.server.core.service.api.JolokiaServiceManager;
import org.jolokia.server.core.service.impl.ClasspathServiceCreator;

/**
 * The whole road on a real servlet container with the real Jolokia, and a client that sends any
 * bytes.
 */
final class HttpRoad implements AutoCloseable {
    static final int MAX_BODY = 20_000;

    /** What came back. */
    record Reply(int status, String head, String body) {
        boolean hasHeader(String name) {
            return head.toLowerCase(Locale.ROOT)
                    .contains("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
        }
    }

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    HttpRoad(boolean door) throws Exception {
        RequestRules rules =
                new RequestRules(
                        List.of("rdma.example"), List.of("https://ui.example:8443"), MAX_BODY);
        AccessPolicy policy =
                new AccessPolicy(ShippedRules::read, ManagementFactory.getPlatformMBeanServer());
        JolokiaContext context =
                new JolokiaContext(rules, PlainLogins.desk(), new ProbeMark(new SecureRandom()));
        ServletContextHandler handler = new ServletContextHandler("/jolokia");
        if (door) {
            handler.addFilter(
                    new FilterHolder(new Door(context)), "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        ServletHolder holder = new ServletHolder(new ClasspathJolokia(rules, policy));
        JolokiaDoor.jolokiaParameters().forEach(holder::setInitParameter);
        handler.addServlet(holder, "/*");
        handler.setAllowNullPathInContext(true);
        server.setHandler(handler);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    static String basic(String user) {
        String pair = user + ":" + user + "-word";
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    /** Sends a request with the usual Host, unless there is one among the headers. */
    Reply send(String requestLine, String body, String... headers) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        String length = bytes.length > 0 ? "Content-Length: " + bytes.length : "";
        return exchange(requestLine, length, bytes, headers);
    }

    /** The same with a body that is cut into chunks already. */
    Reply sendChunked(String requestLine, String chunks, String... headers) throws IOException {
        return exchange(requestLine, "Transfer-Encoding: chunked", chunks.getBytes(UTF_8), headers);
    }

    private Reply exchange(String requestLine, String framing, byte[] bytes, String... headers)
            throws IOException {
        StringBuilder text = new StringBuilder(requestLine + " HTTP/1.1\r\n");
        boolean host = false;
        for (String header : headers) {
            host |= header.startsWith("Host:");
            if (!header.isEmpty()) {
                text.append(header.replace("$PORT", Integer.toString(port()))).append("\r\n");
            }
        }
        if (!host) {
            text.append("Host: 127.0.0.1:" + port() + "\r\n");
        }
        if (!framing.isEmpty()) {
            text.append(framing).append("\r\n");
        }
        text.append("Connection: close\r\n\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.toString().getBytes(UTF_8));
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            int end = answer.indexOf("\r\n\r\n");
            return new Reply(
                    Integer.parseInt(answer.substring(9, 12)),
                    answer.substring(0, end),
                    answer.substring(end + 4));
        }
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
    }

    @SuppressWarnings("serial") // no servlet is ever serialized
    private static final class ClasspathJolokia extends JolokiaServlet {
        private static final long serialVersionUID = 1L;

        ClasspathJolokia(RequestRules rules, AccessPolicy policy) {
            super(null, rules, policy);
        }

        @Override
        protected void initServices(ServletConfig config, JolokiaServiceManager services) {
            services.addServices(
                    new ClasspathServiceCreator(AgentServlet.class.getClassLoader(), "services"));
            super.initServices(config, services);
        }
    }

    @SuppressWarnings("serial") // no filter is ever serialized
    private static final class Door extends HttpFilter {
        private static final long serialVersionUID = 1L;
        private final transient JolokiaContext context;

        Door(JolokiaContext context) {
            this.context = context;
        }

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (context.handleSecurity(request, response)) {
                chain.doFilter(request, response);
            }
        }
    }
}
