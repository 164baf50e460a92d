// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a request must look like before Jolokia sees it. A browser on the operator's desk carries
 * the login into every page it opens: these rules tell a request of ours from one that another site
 * made.
 */
final class RequestRules {
    private static final String HOST = "Host";
    private static final String ORIGIN = "Origin";

    /** What a GET may ask: nothing that changes anything. */
    private static final Set<String> GET_TYPES =
            Set.of("", "read", "list", "search", "version", "config", "notification");

    /** A page can send neither of these to another site without asking first. */
    private static final Set<String> JSON = Set.of("application/json", "text/json");

    /** Of a bulk request; a refusal of one takes memory too. */
    static final int MAX_PARTS = 5_000;

    private final Set<String> hosts;
    private final Set<String> origins;
    private final int maxBodyBytes;

    /**
     * Rules for one address.
     *
     * @param hosts names that Host may carry besides those of the loopback interface
     * @param origins other sites that may call, each as {@code scheme://host[:port]}
     * @param maxBodyBytes the longest body of a POST
     */
    RequestRules(Collection<String> hosts, Collection<String> origins, int maxBodyBytes) {
        this.hosts =
                Stream.concat(Stream.of("127.0.0.1", "localhost", "[::1]"), hosts.stream())
                        .map(RequestRules::hostOf)
                        .filter(host -> !host.isEmpty())
                        .collect(Collectors.toUnmodifiableSet());
        this.origins =
                origins.stream()
                        .map(RequestRules::normal)
                        .filter(origin -> !origin.isEmpty())
                        .collect(Collectors.toUnmodifiableSet());
        this.maxBodyBytes = maxBodyBytes;
    }

    int maxBodyBytes() {
        return maxBodyBytes;
    }

    /** Judges where a request comes from; needs no login and tells nothing. */
    Optional<Refusal> checkSource(HttpServletRequest request) {
        List<String> host = headers(request, HOST);
        if (host.size() != 1
                || !hosts.contains(hostOf(host.get(0)))
                || !hosts.contains(hostOf(bracketed(request.getServerName())))) {
            return forbidden(
                    "this agent does not go by that host name; add it to allowedHosts in"
                            + " etc/org.rdmaagent.access.cfg");
        }
        List<String> origin = headers(request, ORIGIN);
        if (origin.size() > 1) {
            return forbidden("more than one Origin");
        }
        boolean listed = listedOrigin(request).isPresent();
        if (!origin.isEmpty() && !listed && !own(request, host.get(0), origin.get(0))) {
            return foreign("Origin");
        }
        if (!listed && !siteAllowed(headers(request, "Sec-Fetch-Site"))) {
            return foreign("Sec-Fetch-Site");
        }
        List<String> referer = headers(request, "Referer");
        if (origin.isEmpty()
                && !referer.isEmpty()
                && !own(request, host.get(0), originOf(referer.get(0)))
                && !origins.contains(normal(originOf(referer.get(0))))) {
            return foreign("Referer");
        }
        return Optional.empty();
    }

    /** Judges the form of a request whose source and login are good. */
    Optional<Refusal> checkForm(HttpServletRequest request) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("POST")) {
            return Optional.of(new Refusal(405, "only GET and POST are served here"));
        }
        for (String name : Collections.list(request.getParameterNames())) {
            if (name.equals("callback") || name.equals("p")) {
                return forbidden(
                        "the parameter " + name + " is not offered: send a JSON POST instead");
            }
        }
        return method.equals("GET") ? checkGet(request) : checkPost(request);
    }

    private Optional<Refusal> checkGet(HttpServletRequest request) {
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String type = path.replaceFirst("^/+", "").replaceFirst("/.*", "");
        if (GET_TYPES.contains(type.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return forbidden(
                "GET only reads; send exec and write as POST with Content-Type: application/json");
    }

    private Optional<Refusal> checkPost(HttpServletRequest request) {
        List<String> types = headers(request, "Content-Type");
        String type = types.size() == 1 ? types.get(0) : "";
        String bare = type.replaceFirst(";.*", "").trim().toLowerCase(Locale.ROOT);
        if (!JSON.contains(bare)) {
            return Optional.of(new Refusal(415, "send POST with Content-Type: application/json"));
        }
        if (request.getContentLengthLong() > maxBodyBytes) {
            return tooLong();
        }
        return Optional.empty();
    }

    /** Judges a body that may be one byte longer than it should. */
    Optional<Refusal> checkBody(byte[] body) {
        int parts = 0;
        for (byte character : body) {
            parts += character == '{' ? 1 : 0; // each has one at least
        }
        if (parts > MAX_PARTS) {
            return Optional.of(
                    new Refusal(413, "a request may have " + MAX_PARTS + " parts; send fewer"));
        }
        return body.length > maxBodyBytes ? tooLong() : Optional.empty();
    }

    private Optional<Refusal> tooLong() {
        return Optional.of(
                new Refusal(413, "a body may have " + maxBodyBytes + " bytes; send it in parts"));
    }

    /** Whether a browser asks, without a login, if it may send a request. */
    static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader(ORIGIN) != null
                && request.getHeader("Access-Control-Request-Method") != null;
    }

    /** The origin of the request, if it is another site that may call. */
    Optional<String> listedOrigin(HttpServletRequest request) {
        List<String> origin = headers(request, ORIGIN);
        return origin.size() == 1 && origins.contains(normal(origin.get(0)))
                ? Optional.of(origin.get(0))
                : Optional.empty();
    }

    private static boolean siteAllowed(List<String> site) {
        return site.isEmpty()
                || (site.size() == 1 && Set.of("same-origin", "none").contains(site.get(0)));
    }

    private static boolean own(HttpServletRequest request, String host, String origin) {
        return normal(origin).equals(normal(request.getScheme() + "://" + host));
    }

    private static String originOf(String url) {
        int path = url.indexOf('/', url.indexOf("://") + 3);
        return path < 0 ? url : url.substring(0, path);
    }

    /** In small letters, without the port that goes without saying. */
    private static String normal(String origin) {
        String small = origin.trim().toLowerCase(Locale.ROOT).replaceFirst("/$", "");
        if (small.startsWith("http://")) {
            return small.replaceFirst(":80$", "");
        }
        return small.startsWith("https://") ? small.replaceFirst(":443$", "") : small;
    }

    /** The host of a Host header, without its port, IPv6 in its brackets. */
    private static String hostOf(String header) {
        String host = header.trim().toLowerCase(Locale.ROOT);
        return host.replaceFirst(
                ":[0-9]*$", host.startsWith("[") && host.endsWith("]") ? "$0" : "");
    }

    private static String bracketed(String name) {
        return name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name;
    }

    private static List<String> headers(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }

    private static Optional<Refusal> foreign(String header) {
        return forbidden(
                "another site sent this ("
                        + header
                        + "); if it may, add it to allowedOrigins in etc/org.rdmaagent.access.cfg");
    }

    private static Optional<Refusal> forbidden(String text) {
        return Optional.of(new Refusal(403, text));
    }
}
