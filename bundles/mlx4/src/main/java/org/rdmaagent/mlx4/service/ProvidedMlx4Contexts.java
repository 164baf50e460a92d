// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.mlx4.ReceiveTable;
import org.rdmaagent.mlx4.plan.PlanBook;
import org.rdmaagent.mlx4.receive.OwnContexts;
import org.rdmaagent.mlx4.receive.ReceiveTables;
import org.rdmaagent.mlx4.settings.Echo;
import org.rdmaagent.mlx4.settings.SettingsFiles;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.VerbsService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The contexts of mlx4 devices, over whatever provider and verbs there are at the moment. */
@Component(
        service = {Mlx4ContextService.class, HealthCheck.class, ProvidedMlx4Contexts.class},
        immediate = true)
public final class ProvidedMlx4Contexts implements Mlx4ContextService, HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ProvidedMlx4Contexts.class);
    private static final String SET = "mlx4dv_set_context_attr";
    private static final String QUERY = "mlx4dv_query_device";
    private static final String TABLE = "ibv_create_rwq_ind_table";
    private static final String REOPEN = "ibv_open_device";
    private static final Errno EBADF = Errno.of(9);
    private static final Errno EINVAL = Errno.of(22);

    private final SettingsFiles files = new SettingsFiles();
    private final PlanBook plans = new PlanBook(files);
    private final ReceiveTables tables = new ReceiveTables();
    private final AllocatorNames allocators = new AllocatorNames();
    private final ReopenTurns reopenings = new ReopenTurns();
    private final Ground ground = new Ground();

    /**
     * Called by the component runtime. All files are read at once: else a library that is there
     * would get the plans of the first file alone for a moment.
     */
    @Activate
    public ProvidedMlx4Contexts(@Reference ConfigurationAdmin configurations) {
        StoredConfigurations.of(configurations).forEach(files::read);
    }

    ProvidedMlx4Contexts(Map<String, Map<String, Object>> stored) {
        stored.forEach(files::read);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindLibrary(Mlx4Library library) {
        plans.bind(library);
        ground.library().bind(library);
    }

    void unbindLibrary(Mlx4Library library) {
        plans.unbind(library);
        ground.library().unbind(library);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindVerbs(VerbsService verbs) {
        ground.verbs().bind(verbs);
        try {
            OwnContexts.claim(verbs);
        } catch (RuntimeException e) {
            LOG.warn("The context of the receive tables is not taken up: {}", e.getMessage());
        }
    }

    void unbindVerbs(VerbsService verbs) {
        ground.verbs().unbind(verbs);
    }

    /** Only its properties are looked at: the provider takes the service itself. */
    @Reference(
            name = "Allocator",
            service = BufferAllocator.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            updated = "bindAllocator")
    void bindAllocator(Map<String, Object> properties) {
        allocators.add(properties);
    }

    void unbindAllocator(Map<String, Object> properties) {
        allocators.remove(properties);
    }

    /** A file says this now. */
    void read(String pid, Map<String, ?> keys) {
        files.read(pid, keys);
        plans.filesChanged();
    }

    /** A file is gone. */
    void remove(String pid) {
        files.remove(pid);
        plans.filesChanged();
    }

    @Override
    public List<String> devices() {
        @Nullable Mlx4Library library = ground.library().get();
        return library == null ? List.of() : library.devices();
    }

    @Override
    public List<Mlx4ContextStatus> contexts(String device) {
        return Ground.statuses(ground.libraryOf(QUERY, device), device);
    }

    @Override
    public Mlx4DriverAttributes driverAttributes(String device) {
        Mlx4Library library = ground.libraryOf(QUERY, device);
        String first =
                Ground.statuses(library, device).stream()
                        .findFirst()
                        .map(Mlx4ContextStatus::context)
                        .orElse(OWN_CONTEXT);
        return ground.context(QUERY, device, first).attributes();
    }

    @Override
    public List<String> allocators() {
        return ground.library(SET, "allocators").allocators();
    }

    @Override
    public Mlx4ContextStatus setLogWqsRangeSize(String device, String context, int value) {
        Mlx4Context open = opened(device, context);
        open.setLogWqsRangeSize(value);
        return open.status();
    }

    @Override
    public Mlx4ContextStatus setAllocator(String device, String context, String allocator) {
        Mlx4Library library = ground.libraryOf(SET, device);
        if (!library.allocators().contains(allocator)) {
            throw new RdmaException(
                    SET,
                    EINVAL,
                    device + " " + Echo.of(context),
                    "there is no allocator '"
                            + Echo.of(allocator)
                            + "'; there are "
                            + String.join(", ", library.allocators()));
        }
        Mlx4Context open = opened(device, context);
        plans.choose(device, open.name(), allocator);
        return open.status();
    }

    /** The one that is open; our own is opened. */
    private Mlx4Context opened(String device, String context) {
        Mlx4Library unused = ground.libraryOf(SET, device);
        return context.equals(OWN_CONTEXT)
                ? ground.context(
                        SET, device, OwnContexts.open(ground.verbs(SET, device), device).name())
                : ground.context(SET, device, context);
    }

    @Override
    public void reopen(String device, String context) {
        Mlx4Library unused = ground.libraryOf(REOPEN, device);
        VerbsService verbs = ground.verbs(REOPEN, device);
        String own = OwnContexts.name(verbs, device);
        String name = context.equals(OWN_CONTEXT) ? own : context;
        reopenings.take(
                device,
                name,
                () -> {
                    Mlx4Context open = ground.context(REOPEN, device, name);
                    ReopenTurns.whileOpen(
                            device + " " + name,
                            () -> ground.verbs().get() == verbs,
                            () -> reopen(verbs, device, open.name(), own));
                });
    }

    private void reopen(VerbsService verbs, String device, String name, String own) {
        if (name.equals(own)) {
            tables.reopen(verbs, device, this::range);
        } else {
            verbs.reopen(device, name);
        }
    }

    @Override
    public List<ReceiveTable> receiveTables(String device) {
        Mlx4Library library = ground.libraryOf(TABLE, device);
        try {
            return tables.list(ground.verbs(TABLE, device), device)
                    .orElseGet(() -> noTables(library, device));
        } catch (RdmaException e) {
            if (e.errno().equals(EBADF)) {
                throw new RdmaException(TABLE, EBADF, device, Ground.RESTARTING);
            }
            throw e;
        }
    }

    /** Verbs on their way out know no contexts, although they are open. */
    private static List<ReceiveTable> noTables(Mlx4Library library, String device) {
        if (Ground.statuses(library, device).stream()
                .anyMatch(status -> OwnContexts.isOwn(device, status.context()))) {
            throw new RdmaException(TABLE, EBADF, device, Ground.RESTARTING);
        }
        return List.of();
    }

    @Override
    public ReceiveTable createReceiveTable(String device, String name, int logSize, int entries) {
        Mlx4Library unused = ground.libraryOf(TABLE, device);
        return tables.create(
                ground.verbs(TABLE, device), device, name, logSize, entries, this::range);
    }

    @Override
    public void destroyReceiveTable(String device, String name) {
        Mlx4Library unused = ground.libraryOf(TABLE, device);
        tables.destroy(ground.verbs(TABLE, device), device, name);
    }

    private ReceiveTables.Range range(DeviceContext context) {
        Mlx4Context open = ground.context(SET, context.device(), context.name());
        return new ReceiveTables.Range(
                open.status().logWqsRange().bound(), open::setLogWqsRangeSize);
    }

    @Override
    public HealthResult check() {
        List<String> others = new ArrayList<>(tables.troubles());
        others.addAll(allocators.troubles());
        others.addAll(remains());
        return Mlx4Health.of(ground.library().get(), files, others);
    }

    private List<String> remains() {
        @Nullable VerbsService verbs = ground.verbs().get();
        try {
            return verbs == null ? List.of() : tables.remains(verbs);
        } catch (RuntimeException | LinkageError e) {
            // Verbs on their way out; the next ones are asked at the next look.
            return List.of();
        }
    }
}
