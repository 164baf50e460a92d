// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.VerbsService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The contexts on which queue pairs are made for memberships, {@code multicast/NAME}. */
public final class PairContexts {
    private static final String PREFIX = "multicast/";
    private static final Logger LOG = LoggerFactory.getLogger(PairContexts.class);

    private PairContexts() {}

    /** The name of the context of a membership. */
    static String nameOf(String membership) {
        return PREFIX + membership;
    }

    /** The name of its completion queue, as loops name it. */
    public static String queueOf(String membership) {
        return PREFIX + membership + ":" + membership;
    }

    static Optional<DeviceContext> find(VerbsService service, String name) {
        return service.contexts().stream()
                .filter(context -> context.name().equals(name))
                .findFirst();
    }

    /** Whether a context is one of these, and everything on it was made for the membership. */
    public static boolean isWhole(DeviceContext context) {
        if (!context.name().startsWith(PREFIX)) {
            return false;
        }
        Set<String> names = Set.of(context.name().substring(PREFIX.length()), PairMaker.TRIAL);
        return context.objects().stream().allMatch(object -> names.contains(object.name()));
    }

    /** The names of the memberships for which there is one. */
    public static List<String> memberships(VerbsAccess verbs) {
        return verbs.with(
                service ->
                        service.contexts().stream()
                                .map(DeviceContext::name)
                                .filter(name -> name.startsWith(PREFIX))
                                .map(name -> name.substring(PREFIX.length()))
                                .toList());
    }

    /**
     * Closes that of a membership, if there is one.
     *
     * @throws NotYetException if the verbs are away
     * @throws RdmaException if something stays
     */
    public static void close(VerbsAccess verbs, String membership) {
        verbs.run(service -> find(service, nameOf(membership)).ifPresent(PairContexts::close));
    }

    /**
     * Closes a context with everything on it, in the right order; goes on after a failure, but a
     * queue pair that stays keeps what it may use.
     *
     * @throws RdmaException the first failure
     */
    static void close(DeviceContext context) {
        List<RdmaException> failures = new ArrayList<>();
        boolean used = false;
        for (VerbsObject object : context.objects()) {
            if (!used || object instanceof QueuePair) {
                used |= !close(object, failures) && object instanceof QueuePair;
            }
        }
        if (!used) {
            boolean unused = close(context, failures);
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private static boolean close(VerbsObject object, List<RdmaException> failures) {
        try {
            object.close();
            return true;
        } catch (RdmaException e) {
            failures.add(e);
            return false;
        }
    }

    static void closeQuietly(DeviceContext context) {
        try {
            close(context);
        } catch (RdmaException e) {
            LOG.warn("{} could not be closed whole: {}", context.name(), e.getMessage());
        }
    }
}
