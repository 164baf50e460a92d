// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Base64;
import java.util.Locale;

/**
 * Sends what a page, a scanner or an attacker could send, to the byte. In a line {@code $PORT} is
 * the agent's port, and an empty line is left out.
 */
final class RawHttp {
    private static final int TIMEOUT_MILLIS = 20_000;

    /** What came back; status 0 if the connection was closed without an answer. */
    record Reply(int status, String head, String body) {
        boolean hasHeader(String name) {
            return head.toLowerCase(Locale.ROOT)
                    .contains("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
        }
    }

    private final int port;

    RawHttp(int port) {
        this.port = port;
    }

    static String login(String user) {
        return login(user, AgentProcess.password(user));
    }

    static String login(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** An HTTP/1.1 request; Host is added where there is none, {@code Host-} leaves it out. */
    Reply send(String methodAndTarget, String body, String... headers) throws IOException {
        return exchange(methodAndTarget + " HTTP/1.1", body, headers);
    }

    Reply exchange(String requestLine, String body, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(requestLine).append("\r\n");
        boolean host = false;
        for (String header : String.join("\r\n", headers).split("\r\n")) {
            host |= header.startsWith("Host:") || header.equals("Host-");
            if (!header.isEmpty() && !header.equals("Host-")) {
                text.append(header).append("\r\n");
            }
        }
        if (!host) {
            text.append("Host: 127.0.0.1:$PORT\r\n");
        }
        byte[] bytes = body.getBytes(UTF_8);
        if (bytes.length > 0) {
            text.append("Content-Length: ").append(bytes.length).append("\r\n");
        }
        text.append("Connection: close\r\n\r\n");
        return exchange(text.toString().replace("$PORT", Integer.toString(port)), bytes);
    }

    private Reply exchange(String head, byte[] body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(head.getBytes(UTF_8));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return parse(readAll(socket));
        }
    }

    /** Who refuses a body unread may reset the connection behind its answer. */
    private static String readAll(Socket socket) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(answer);
        } catch (SocketException e) {
            if (answer.size() == 0) {
                throw e;
            }
        }
        return answer.toString(ISO_8859_1);
    }

    private static Reply parse(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0) {
            return new Reply(0, answer, "");
        }
        return new Reply(
                Integer.parseInt(answer.substring(9, 12)),
                answer.substring(0, end),
                answer.substring(end + 4));
    }
}
