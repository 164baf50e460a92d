// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.security.auth.Subject;
import org.jolokia.server.core.config.ConfigKey;
import org.jspecify.annotations.Nullable;
import org.osgi.service.servlet.context.ServletContextHelper;

/**
 * The door of {@code /jolokia}: source, login, form, in this order, and only then the servlet.
 * Until the login is good the answers are 401, 403 and the empty one to a preflight, nothing else.
 */
final class JolokiaContext extends ServletContextHelper {
    /** Set on a request that has passed; the servlet serves no other. */
    static final String SCOPE = RequestScope.class.getName();

    private static final int MAX_AUTHORIZATION = 4096;
    private static final String BASIC = "Basic ";

    private final RequestRules rules;
    private final LoginDesk desk;
    private final ProbeMark probe;

    JolokiaContext(RequestRules rules, LoginDesk desk, ProbeMark probe) {
        this.rules = rules;
        this.desk = desk;
        this.probe = probe;
    }

    @Override
    public boolean handleSecurity(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        probe.look(request.getHeader(ProbeMark.HEADER));
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Vary", "Origin");
        Optional<Refusal> foreign = rules.checkSource(request);
        if (foreign.isPresent()) {
            return refuse(response, foreign.get());
        }
        Optional<String> site = rules.listedOrigin(request);
        if (RequestRules.isPreflight(request)) {
            return preflight(response, site);
        }
        site.ifPresent(origin -> allow(response, origin));
        Subject subject = login(request, response);
        if (subject == null) {
            return false;
        }
        Optional<Refusal> form = rules.checkForm(request);
        if (form.isPresent()) {
            return refuse(response, form.get());
        }
        boolean post = request.getMethod().equals("POST");
        request.setAttribute(SCOPE, new RequestScope(Caller.of(subject), post, site.orElse(null)));
        request.setAttribute(ConfigKey.JAAS_SUBJECT_REQUEST_ATTRIBUTE, subject);
        return true;
    }

    private static boolean preflight(HttpServletResponse response, Optional<String> site)
            throws IOException {
        if (site.isEmpty()) {
            return refuse(response, new Refusal(403, "that site is not in allowedOrigins"));
        }
        allow(response, site.get());
        response.setHeader("Access-Control-Allow-Methods", "GET, POST");
        response.setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type");
        response.setHeader("Access-Control-Max-Age", "600");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        return false;
    }

    private static void allow(HttpServletResponse response, String origin) {
        response.setHeader("Access-Control-Allow-Origin", origin);
        response.setHeader("Access-Control-Allow-Credentials", "true");
    }

    private @Nullable Subject login(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        char[] pair = credentials(request);
        int colon = pair == null ? -1 : new String(pair).indexOf(':');
        Duration wait = Duration.ZERO;
        if (pair != null && colon > 0) {
            char[] password = Arrays.copyOfRange(pair, colon + 1, pair.length);
            LoginDesk.Answer answer =
                    desk.login(new String(pair, 0, colon), password, request.getRemoteAddr());
            Arrays.fill(password, '\0');
            Arrays.fill(pair, '\0');
            if (answer.subject() != null) {
                return answer.subject();
            }
            wait = answer.pause();
        }
        askForLogin(request, response, wait);
        return null;
    }

    /**
     * 401 also when too many failed: a scraper knows it, and it tells nothing about the password.
     */
    private static void askForLogin(
            HttpServletRequest request, HttpServletResponse response, Duration wait)
            throws IOException {
        // A browser's own dialog would put the login into the hands of every page that is open.
        if (request.getHeader("Sec-Fetch-Mode") == null) {
            response.setHeader("WWW-Authenticate", "Basic realm=\"rdma-agent\", charset=\"UTF-8\"");
        }
        if (wait.isZero()) {
            refuse(response, new Refusal(401, "a login is needed"));
            return;
        }
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        response.setHeader("Retry-After", Long.toString(seconds));
        refuse(
                response,
                new Refusal(401, "too many failed logins; try again in " + seconds + " s"));
    }

    private static char @Nullable [] credentials(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders("Authorization"));
        String header = headers.size() == 1 ? headers.get(0) : "";
        if (header.length() > MAX_AUTHORIZATION
                || !header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).trim());
            CharBuffer text = UTF_8.decode(ByteBuffer.wrap(bytes));
            Arrays.fill(bytes, (byte) 0);
            char[] pair = new char[text.remaining()];
            text.get(pair);
            return pair;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static boolean refuse(HttpServletResponse response, Refusal refusal) throws IOException {
        response.setStatus(refusal.status());
        response.setContentType("text/plain");
        response.setCharacterEncoding("UTF-8");
        response.getOutputStream().write((refusal.text() + "\n").getBytes(UTF_8));
        return false;
    }
}
