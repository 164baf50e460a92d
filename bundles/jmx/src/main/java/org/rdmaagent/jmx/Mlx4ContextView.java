// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.mlx4.ReceiveTable;
import org.rdmaagent.verbs.DeviceService;

/**
 * The MBean of the mlx4 contexts of a device over whichever {@link Mlx4ContextService} there is.
 */
final class Mlx4ContextView implements Mlx4ContextMXBean {
    private static final String MIXED = "mixed";

    private final String device;
    private final ServiceSlot<Mlx4ContextService> mlx4;
    private final ServiceSlot<DeviceService> devices;
    private final Recent<List<Mlx4ContextStatus>> recent;

    Mlx4ContextView(
            String device,
            ServiceSlot<Mlx4ContextService> mlx4,
            ServiceSlot<DeviceService> devices,
            Recent<List<Mlx4ContextStatus>> recent) {
        this.device = device;
        this.mlx4 = mlx4;
        this.devices = devices;
        this.recent = recent;
    }

    @Override
    public String getDevice() {
        return device;
    }

    @Override
    public String getProvider() {
        return devices.ask(service -> service.device(device).provider());
    }

    @Override
    public int getLogWqsRangeSize() {
        return getContexts().stream()
                .filter(Mlx4ContextView::isOwn)
                .findFirst()
                .map(status -> status.logWqsRange().pending())
                .orElse(0);
    }

    /** On a second device it is called {@code mlx4/DEVICE}. */
    private static boolean isOwn(Mlx4ContextStatus status) {
        String own = Mlx4ContextService.OWN_CONTEXT;
        return status.context().equals(own) || status.context().equals(own + "/" + status.device());
    }

    @Override
    public int getLogWqsRangeBound() {
        return getContexts().stream()
                .map(status -> status.logWqsRange().bound())
                .findFirst()
                .orElse(-1);
    }

    @Override
    public String getAllocator() {
        List<String> names =
                getContexts().stream().map(status -> status.allocator().name()).distinct().toList();
        if (names.isEmpty()) {
            return "";
        }
        return names.size() == 1 ? names.get(0) : MIXED;
    }

    @Override
    public List<AllocatorRow> getAllocatorStatistics() {
        return getContexts().stream().map(AllocatorRow::of).toList();
    }

    @Override
    public List<Mlx4ContextStatus> getContexts() {
        return recent.get(mlx4, service -> service.contexts(device));
    }

    @Override
    public String[] getAllocators() {
        return mlx4.ask(Mlx4ContextService::allocators).toArray(String[]::new);
    }

    @Override
    public Map<String, Long> getDriverAttributes() {
        return mlx4.ask(
                service ->
                        service.contexts(device).isEmpty()
                                ? Map.of()
                                : values(service.driverAttributes(device)));
    }

    private static Map<String, Long> values(Mlx4DriverAttributes told) {
        Map<String, Long> values = new TreeMap<>();
        values.put("version", (long) told.version());
        values.put("maxInlineReceiveBytes", told.maxInlineReceiveBytes());
        values.put("compMask", told.compMask());
        return values;
    }

    @Override
    public List<ReceiveTable> getReceiveTables() {
        return mlx4.ask(service -> service.receiveTables(device));
    }

    @Override
    public Mlx4ContextStatus setLogWqsRangeSize(int value) {
        return changed(
                service ->
                        service.setLogWqsRangeSize(device, Mlx4ContextService.OWN_CONTEXT, value));
    }

    @Override
    public Mlx4ContextStatus setLogWqsRangeSizeOf(String context, int value) {
        String name = text("context", context);
        return changed(service -> service.setLogWqsRangeSize(device, name, value));
    }

    @Override
    public Mlx4ContextStatus setAllocator(String context, String allocator) {
        String name = text("context", context);
        String chosen = text("allocator", allocator);
        return changed(service -> service.setAllocator(device, name, chosen));
    }

    @Override
    public void reopen(String context) {
        String name = text("context", context);
        change(service -> service.reopen(device, name));
    }

    @Override
    public ReceiveTable createReceiveTable(String name, int logSize, int entries) {
        String table = text("name", name);
        return changed(service -> service.createReceiveTable(device, table, logSize, entries));
    }

    @Override
    public void destroyReceiveTable(String name) {
        String table = text("name", name);
        change(service -> service.destroyReceiveTable(device, table));
    }

    /** Consoles send what people type, or nothing at all. */
    private static String text(String parameter, @Nullable String typed) {
        return Optional.ofNullable(typed)
                .map(String::trim)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> new IllegalArgumentException(parameter + " is empty"));
    }

    private interface Change {
        void of(Mlx4ContextService service);
    }

    private void change(Change change) {
        boolean unused =
                changed(
                        service -> {
                            change.of(service);
                            return true;
                        });
    }

    private <R> R changed(Function<Mlx4ContextService, R> change) {
        try {
            return mlx4.ask(change);
        } finally {
            recent.forget();
        }
    }
}
