// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.ReadinessGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knocks at {@code /jolokia} from outside until our own door has answered 401 there and the access
 * rules are in force. A port that somebody else holds shows itself here: there is an answer, but
 * not from our door.
 */
@Component(
        service = {ReadinessGate.class, HealthCheck.class},
        immediate = true)
public final class JolokiaGate implements ReadinessGate, HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(JolokiaGate.class);
    private static final int PERIOD_MILLIS = 200;
    private static final int TIMEOUT_MILLIS = 1_000;

    /**
     * Our own server may answer 404 for a moment before the door is up: 5 s are no moment any more.
     */
    private static final int STRANGE_ANSWERS = 25;

    private final HttpAddress address;
    private final ProbeMark probe;
    private final AccessPolicy policy;
    private final Path etc;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    work -> {
                        Thread made = new Thread(work, "rdma-http-probe");
                        made.setDaemon(true);
                        return made;
                    });

    private volatile boolean open;
    private volatile boolean listening;
    private final AtomicInteger strangeAnswers = new AtomicInteger();
    private final ScheduledFuture<?> knocking;

    /** Made by the container. */
    @Activate
    public JolokiaGate(
            BundleContext context,
            @Reference HttpAddress address,
            @Reference JolokiaDoor door,
            @Reference ConfiguredPolicy policy) {
        this.address = address;
        this.probe = door.probe();
        this.policy = policy.policy();
        this.etc = AgentAccounts.folder(context, "karaf.etc", "etc");
        knocking =
                thread.scheduleWithFixedDelay(this::knock, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Deactivate
    void close() {
        knocking.cancel(true);
        thread.shutdownNow();
    }

    @Override
    public String name() {
        return JOLOKIA;
    }

    @Override
    public boolean open() {
        return open;
    }

    @Override
    public String announcement() {
        return address.url();
    }

    @Override
    public HealthResult check() {
        if (open) {
            return new HealthResult("http", HealthGrade.OK, "answers at " + address.url());
        }
        if (taken()) {
            return new HealthResult("http", HealthGrade.CRITICAL, takenText());
        }
        return new HealthResult(
                "http",
                HealthGrade.CRITICAL,
                listening
                        ? "starting: " + address.url() + " is not served yet"
                        : "nothing listens at " + address.url() + " yet");
    }

    private void knock() {
        try {
            int status = ask();
            listening = true;
            if (probe.seen() && status == HttpURLConnection.HTTP_UNAUTHORIZED) {
                if (rulesInForce()) {
                    open = true;
                    thread.shutdown();
                }
            } else if (!probe.seen() && strangeAnswers.incrementAndGet() == STRANGE_ANSWERS) {
                LOG.error(takenText());
            }
        } catch (ConnectException e) {
            listening = false;
        } catch (IOException e) {
            // Somebody accepts, but speaks no HTTP or not in time.
            if (!probe.seen() && strangeAnswers.incrementAndGet() == STRANGE_ANSWERS) {
                LOG.error(takenText());
            }
        } catch (RuntimeException e) {
            LOG.error("Asking for {} failed: {}", address.url(), e.toString());
        }
    }

    private int ask() throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection)
                        URI.create(address.url()).toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty(ProbeMark.HEADER, probe.word());
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    private boolean taken() {
        return strangeAnswers.get() >= STRANGE_ANSWERS;
    }

    private String takenText() {
        return "port "
                + address.port()
                + " is taken by another process; choose another with --http-port or stop it";
    }

    /**
     * Files are read one after the other; whoever asks in between would be refused for no reason.
     */
    private boolean rulesInForce() throws IOException {
        Set<String> known = policy.pids();
        if (!Files.isDirectory(etc)) {
            return true;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(etc, "jmx.acl*.cfg")) {
            for (Path file : files) {
                if (!known.contains(file.getFileName().toString().replaceFirst("\\.cfg$", ""))) {
                    return false;
                }
            }
        }
        return true;
    }
}
