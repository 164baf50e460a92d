// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.VerbsService.ContextHolder;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.rdmaagent.verbs.selftest.SelfTests;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contexts that are closed with everything on them, so that their holders open them anew. Used
 * by one thread at a time, between the rounds of {@link Upkeep}; only {@link #troubles} by any.
 */
final class Reopenings {
    private static final String CLOSE = "ibv_close_device";
    private static final Errno EBUSY = Errno.of(16);
    private static final Logger LOG = LoggerFactory.getLogger(Reopenings.class);

    private final VerbsLibrary library;
    private final Session session;
    private final SelfTests selfTests;
    private final PlannedQueuePairs plans;
    private final Supplier<? extends Collection<ContextHolder>> holders;
    private final Map<String, Reopening> pending = new TreeMap<>();
    private volatile List<String> troubles = List.of();

    /**
     * Nothing is to be opened anew.
     *
     * @param holders whoever makes anew what he has, at the moment
     */
    Reopenings(
            VerbsLibrary library,
            Session session,
            SelfTests selfTests,
            PlannedQueuePairs plans,
            Supplier<? extends Collection<ContextHolder>> holders) {
        this.library = library;
        this.session = session;
        this.selfTests = selfTests;
        this.plans = plans;
        this.holders = holders;
    }

    /**
     * A context is to be closed at the next {@link #close}.
     *
     * @throws RdmaException ENODEV, ENOENT, EBUSY as {@link
     *     org.rdmaagent.verbs.VerbsService#reopen}; nothing is closed then
     */
    Reopening begin(String device, String name) {
        // Whether there is such a device.
        var unused = library.queryDevice(device);
        DeviceContext context = find(device, name);
        objection(context)
                .ifPresent(
                        why -> {
                            throw new RdmaException(CLOSE, EBUSY, name, why);
                        });
        return pending.computeIfAbsent(name, any -> new Reopening(context));
    }

    private DeviceContext find(String device, String name) {
        List<DeviceContext> present =
                session.contexts().stream()
                        .filter(context -> context.device().equals(device))
                        .toList();
        return present.stream()
                .filter(context -> context.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new RdmaException(
                                        CLOSE,
                                        Errno.of(2),
                                        name,
                                        "no such context is open on "
                                                + device
                                                + ": give one of "
                                                + present.stream()
                                                        .map(DeviceContext::name)
                                                        .toList()));
    }

    /** Why it cannot be closed without a loss to somebody; empty if it can. */
    private Optional<String> objection(DeviceContext context) {
        String name = context.name();
        if (name.startsWith(SelfTests.CONTEXT)) {
            return selfTests.isRunning(name)
                    ? Optional.of("a self-test runs there: wait for its end")
                    : Optional.empty();
        }
        if (context.objects().isEmpty()) {
            return Optional.empty();
        }
        if (PlannedQueuePairs.isPlanned(name)) {
            return plans.objection(context);
        }
        return holders.get().stream().anyMatch(holder -> makesAnew(holder, context))
                ? Optional.empty()
                : Optional.of(
                        "there is "
                                + String.join(
                                        ", ",
                                        context.objects().stream().map(Object::toString).toList())
                                + " of somebody who would not make it anew: close that first");
    }

    private static boolean makesAnew(ContextHolder holder, DeviceContext context) {
        try {
            return holder.makesAnew(context);
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code; only its text is kept.
            LOG.warn("{} failed: {}", holder.getClass().getName(), e.toString());
            return false;
        }
    }

    /** Closes what can be closed of all that is to be. */
    void close() {
        for (Reopening each : List.copyOf(pending.values())) {
            if (!each.isClosed()) {
                close(each);
            }
        }
        tellTroubles();
    }

    private void close(Reopening each) {
        DeviceContext context = each.context();
        try {
            Optional<String> objection = objection(context);
            if (objection.isPresent()) {
                each.drop(objection.get());
                pending.remove(each.name());
                LOG.warn("{} is not opened anew any more: {}", each.name(), objection.get());
                return;
            }
            if (each.trouble().isEmpty()) {
                LOG.info("{} is closed with {}, to be opened anew", context, context.objects());
            }
            List<String> failures =
                    each.name().startsWith(SelfTests.CONTEXT)
                            ? selfTests.close(context)
                            : ClosingAll.of(context);
            if (!each.isClosed() && each.failed(failures)) {
                LOG.warn("{}: {}", each.name(), each.trouble().orElse(""));
            }
        } catch (RdmaException e) {
            // Somebody else has closed it, or the session is over.
            if (!each.isClosed()) {
                boolean unused = each.failed(List.of(String.valueOf(e.getMessage())));
            }
        }
    }

    private void tellTroubles() {
        List<String> all = new ArrayList<>();
        for (Reopening each : pending.values()) {
            if (!each.isClosed()) {
                each.trouble().ifPresent(why -> all.add("context " + each.name() + ": " + why));
            }
        }
        troubles = List.copyOf(all);
    }

    /** The names of those that are not closed yet: nothing is to be made there. */
    Set<String> held() {
        return pending.values().stream()
                .filter(each -> !each.isClosed())
                .map(Reopening::name)
                .collect(Collectors.toSet());
    }

    /** Tells the holders of those that are closed. */
    void tell() {
        for (Reopening each : List.copyOf(pending.values())) {
            if (each.isClosed() && session.isCurrent()) {
                pending.remove(each.name());
                holders.get().forEach(holder -> tell(holder, each));
            }
        }
    }

    private static void tell(ContextHolder holder, Reopening each) {
        try {
            holder.closed(each.device(), each.name(), each.pairs());
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code; only its text is kept.
            LOG.warn("{} failed: {}", holder.getClass().getName(), e.toString());
        }
    }

    /**
     * What became of one, after a round.
     *
     * @throws RdmaException EBADF, EBUSY, EAGAIN as {@link org.rdmaagent.verbs.VerbsService#reopen}
     */
    void requireDone(Reopening each, List<String> missing) {
        if (!session.isCurrent()) {
            throw replaced(each.name());
        }
        if (!each.isClosed()) {
            throw new RdmaException(
                    CLOSE, EBUSY, each.name(), each.trouble().orElse("it could not be closed yet"));
        }
        if (!missing.isEmpty()) {
            throw new RdmaException(
                    "ibv_open_device",
                    Errno.of(11),
                    each.name(),
                    "it was closed, and what was on it is not there again yet, trying on: "
                            + String.join("; ", missing));
        }
    }

    static RdmaException replaced(String context) {
        return new RdmaException(
                CLOSE,
                Errno.of(9),
                context,
                "the verbs bundle or its provider was replaced meanwhile: look what is open, and"
                        + " reopen it again if it is not new");
    }

    /** What is not closed yet, in words; any thread. */
    List<String> troubles() {
        return troubles;
    }
}
