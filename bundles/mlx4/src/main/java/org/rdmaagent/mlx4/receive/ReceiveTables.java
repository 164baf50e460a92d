// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.ReceiveTable;
import org.rdmaagent.mlx4.settings.Echo;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ReceiveIndirectionTable;
import org.rdmaagent.verbs.VerbsService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes tables of work queues, one at a time, and takes them down. For any thread. */
public final class ReceiveTables {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiveTables.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Errno EINVAL = Errno.of(22);
    private static final Errno ENOENT = Errno.of(2);
    private static final Errno EBADF = Errno.of(9);
    private static final Errno EOPNOTSUPP = Errno.of(95);
    private static final String CREATE = "ibv_create_rwq_ind_table";

    private final ReentrantLock turn = new ReentrantLock();
    private volatile List<Unmade> unmade = List.of();

    /** A table that could not be made again. */
    private record Unmade(String device, TableSpec spec, String why) {
        boolean is(String ofDevice, String name) {
            return device.equals(ofDevice) && spec.name().equals(name);
        }
    }

    /**
     * The attribute of a context.
     *
     * @param bound the largest value; -1 if it is not known
     * @param setter sets it
     */
    public record Range(int bound, IntConsumer setter) {}

    /** How the attribute of the own context of a device is set, once it is open. */
    public interface Ranges {
        /** That of this one. */
        Range of(DeviceContext context);
    }

    /** The tables on a device, by name; empty if the verbs know no context of our own there. */
    public Optional<List<ReceiveTable>> list(VerbsService verbs, String device) {
        return OwnContexts.find(verbs, device)
                .map(
                        context ->
                                TableParts.tables(context).stream()
                                        .map(table -> TableParts.tell(device, table))
                                        .toList());
    }

    /**
     * Makes one; what an earlier making of it left is cleared away first.
     *
     * @throws RdmaException EINVAL, ENOMEM, EOPNOTSUPP; nothing of it is left then, but where the
     *     verbs were replaced meanwhile, which {@link #remains} tells
     * @throws IllegalArgumentException if the name is taken or none
     */
    public ReceiveTable create(
            VerbsService verbs,
            String device,
            String name,
            int logSize,
            int entries,
            Ranges ranges) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a table has letters, digits, . _ -, 64 at the most, not '"
                            + Echo.of(name)
                            + "'");
        }
        return inTurn(() -> createNow(verbs, device, name, logSize, entries, ranges));
    }

    private ReceiveTable createNow(
            VerbsService verbs,
            String device,
            String name,
            int logSize,
            int entries,
            Ranges ranges) {
        DeviceContext context = OwnContexts.open(verbs, device);
        if (context.find(ReceiveIndirectionTable.class, name).isPresent()) {
            throw new IllegalArgumentException(
                    "there is a table " + name + " on " + device + "; take another name");
        }
        Range range = ranges.of(context);
        check(device + " " + name, logSize, entries, range.bound());
        clear(context, name);
        ReceiveTable made = make(context, new TableSpec(name, logSize, entries), range);
        forget(device, name);
        return made;
    }

    private <T> T inTurn(Supplier<T> work) {
        turn.lock();
        try {
            return work.get();
        } finally {
            turn.unlock();
        }
    }

    private static void clear(DeviceContext context, String name) {
        if (TableRemains.isThere(context, name)) {
            LOG.info("What is left of receive table {} is cleared away", name);
            TableParts.close(context, name);
        }
    }

    private static void check(String subject, int logSize, int entries, int bound) {
        if (bound < 0) {
            throw new RdmaException(
                    CREATE,
                    EOPNOTSUPP,
                    subject,
                    "the device has no receive hashing: it tells max_rwq_indirection_table_size 0,"
                            + " as mlx4 does without an Ethernet port");
        }
        if (logSize < 0 || logSize > bound) {
            throw new RdmaException(
                    CREATE, EINVAL, subject, "logSize lies in 0.." + bound + ", not " + logSize);
        }
        int most = Integer.MAX_VALUE >> logSize;
        if (entries < 1 || entries > most) {
            throw new RdmaException(
                    CREATE, EINVAL, subject, "entries lies in 1.." + most + ", not " + entries);
        }
    }

    private static ReceiveTable make(DeviceContext context, TableSpec spec, Range range) {
        range.setter().accept(spec.logSize());
        try {
            return TableParts.make(context, spec);
        } catch (RuntimeException e) {
            takeDown(context, spec.name(), range, e);
            throw e;
        } catch (LinkageError e) {
            // Code of a verbs bundle that was replaced meanwhile cannot be loaded any more.
            RdmaException failure =
                    new RdmaException(
                            CREATE,
                            EBADF,
                            context.device() + " " + spec.name(),
                            "the verbs bundle was replaced meanwhile: try again");
            failure.addSuppressed(e);
            takeDown(context, spec.name(), range, failure);
            throw failure;
        }
    }

    /** A range that was not used up would make each later work queue fail as this one did. */
    private static void takeDown(
            DeviceContext context, String name, Range range, RuntimeException failure) {
        try {
            TableParts.close(context, name);
        } catch (RuntimeException | LinkageError e) {
            failure.addSuppressed(e);
        }
        try {
            range.setter().accept(0);
        } catch (RuntimeException | LinkageError e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Takes one down; also what is left of one.
     *
     * @throws RdmaException ENOENT if there is none
     */
    public void destroy(VerbsService verbs, String device, String name) {
        var unused = inTurn(() -> destroyNow(verbs, device, name));
    }

    private boolean destroyNow(VerbsService verbs, String device, String name) {
        boolean forgotten = forget(device, name);
        var context = OwnContexts.find(verbs, device);
        boolean there =
                context.filter(
                                open ->
                                        open.find(ReceiveIndirectionTable.class, name).isPresent()
                                                || TableRemains.isThere(open, name))
                        .isPresent();
        if (!there && !forgotten) {
            throw new RdmaException(
                    "ibv_destroy_rwq_ind_table",
                    ENOENT,
                    device + " " + Echo.of(name),
                    "there is no such table; ReceiveTables of rdma:type=Mlx4Context lists them");
        }
        context.ifPresent(open -> TableParts.close(open, name));
        return there;
    }

    /**
     * Closes the tables of a device, has their context closed, and makes them anew.
     *
     * @throws RdmaException whatever the reopening met; the tables are made anew then, too
     */
    public void reopen(VerbsService verbs, String device, Ranges ranges) {
        var unused = inTurn(() -> reopenNow(verbs, device, ranges));
    }

    private boolean reopenNow(VerbsService verbs, String device, Ranges ranges) {
        String name = OwnContexts.name(verbs, device);
        List<TableSpec> specs = new ArrayList<>();
        Optional<DeviceContext> context = OwnContexts.find(verbs, device);
        context.ifPresent(
                open -> TableParts.tables(open).forEach(table -> specs.add(TableSpec.of(table))));
        unmade.stream()
                .filter(one -> one.device().equals(device))
                .forEach(one -> specs.add(one.spec()));
        try {
            context.ifPresent(
                    open -> {
                        TableRemains.certain(open).forEach(left -> TableParts.close(open, left));
                        specs.forEach(spec -> TableParts.close(open, spec.name()));
                    });
            verbs.reopen(device, name);
            return true;
        } finally {
            remake(verbs, device, specs, ranges);
        }
    }

    private void remake(VerbsService verbs, String device, List<TableSpec> specs, Ranges ranges) {
        List<Unmade> still = new ArrayList<>(unmade);
        still.removeIf(one -> one.device().equals(device));
        for (TableSpec spec : specs) {
            try {
                DeviceContext context = OwnContexts.open(verbs, device);
                if (context.find(ReceiveIndirectionTable.class, spec.name()).isEmpty()) {
                    TableParts.close(context, spec.name());
                    ReceiveTable unused = make(context, spec, ranges.of(context));
                }
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("Receive table {} of {}: {}", spec.name(), device, e.getMessage());
                still.add(new Unmade(device, spec, String.valueOf(e.getMessage())));
            }
        }
        unmade = List.copyOf(still);
    }

    private boolean forget(String device, String name) {
        List<Unmade> rest = unmade.stream().filter(one -> !one.is(device, name)).toList();
        boolean forgotten = rest.size() < unmade.size();
        unmade = rest;
        return forgotten;
    }

    /** What is left of tables that are not whole, in words; empty while one is being made. */
    public List<String> remains(VerbsService verbs) {
        if (!turn.tryLock()) {
            return List.of();
        }
        try {
            return TableRemains.troubles(verbs);
        } finally {
            turn.unlock();
        }
    }

    /** What could not be made again, in words; never waits. */
    public List<String> troubles() {
        return unmade.stream()
                .map(
                        one ->
                                "receive table "
                                        + one.spec().name()
                                        + " of "
                                        + one.device()
                                        + " could not be made again: "
                                        + one.why()
                                        + "; reopen the context, or destroy the table")
                .toList();
    }
}
