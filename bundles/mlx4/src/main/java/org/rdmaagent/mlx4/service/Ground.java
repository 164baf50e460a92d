// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.settings.Echo;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.verbs.VerbsService;

/** What this bundle works on: the library, its contexts, the verbs; or why it cannot. */
final class Ground {
    /** What is to be said while the verbs bundle is away; consoles look for the first word. */
    static final String RESTARTING =
            "restarting: the verbs bundle is being replaced; try again, or start it if it was"
                    + " stopped";

    private static final Errno ENODEV = Errno.of(19);
    private static final Errno ENOENT = Errno.of(2);
    private static final Errno EBADF = Errno.of(9);
    private static final Errno EOPNOTSUPP = Errno.of(95);

    private final Slot<Mlx4Library> library = new Slot<>();
    private final Slot<VerbsService> verbs = new Slot<>();

    Slot<Mlx4Library> library() {
        return library;
    }

    Slot<VerbsService> verbs() {
        return verbs;
    }

    /**
     * The library.
     *
     * @throws RdmaException ENODEV if there is none
     */
    Mlx4Library library(String call, String subject) {
        @Nullable Mlx4Library present = library.get();
        if (present == null) {
            throw new RdmaException(
                    call,
                    ENODEV,
                    subject,
                    "no provider serves libmlx4: see NativeLibraries of rdma:type=Agent for what is"
                            + " missing, or start with --provider sim");
        }
        return present;
    }

    /**
     * The library, for a device of its own.
     *
     * @throws RdmaException also EOPNOTSUPP if another driver has it
     */
    Mlx4Library libraryOf(String call, String device) {
        Mlx4Library present = library(call, device);
        String refusal = present.refusal(device);
        if (!refusal.isEmpty()) {
            throw new RdmaException(call, EOPNOTSUPP, device, refusal);
        }
        return present;
    }

    /**
     * The verbs.
     *
     * @throws RdmaException ENODEV if there are none
     */
    VerbsService verbs(String call, String subject) {
        @Nullable VerbsService present = verbs.get();
        if (present == null) {
            throw new RdmaException(call, ENODEV, subject, RESTARTING);
        }
        return present;
    }

    /** The contexts on a device, by name. */
    static List<Mlx4ContextStatus> statuses(Mlx4Library library, String device) {
        return statuses(library).stream()
                .filter(status -> status.device().equals(device))
                .sorted(Comparator.comparing(Mlx4ContextStatus::context))
                .toList();
    }

    /** The contexts on all devices. */
    static List<Mlx4ContextStatus> statuses(Mlx4Library library) {
        List<Mlx4ContextStatus> all = new ArrayList<>();
        library.contexts().forEach(context -> status(context).ifPresent(all::add));
        return all;
    }

    /** Empty if it was closed since it was listed. */
    private static Optional<Mlx4ContextStatus> status(Mlx4Context context) {
        try {
            return Optional.of(context.status());
        } catch (RdmaException e) {
            if (e.errno().equals(EBADF)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * A context that is open.
     *
     * @throws RdmaException ENOENT if it is not
     */
    Mlx4Context context(String call, String device, String name) {
        Mlx4Library present = libraryOf(call, device);
        List<String> there = new ArrayList<>();
        for (Mlx4Context context : present.contexts()) {
            if (status(context).filter(status -> status.device().equals(device)).isPresent()) {
                if (context.name().equals(name)) {
                    return context;
                }
                there.add(context.name());
            }
        }
        throw new RdmaException(
                call,
                ENOENT,
                device + " " + Echo.of(name),
                "the agent holds no context of that name on it"
                        + (there.isEmpty() ? "" : "; it holds " + String.join(", ", there)));
    }
}
