// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.NativeAccess;

/**
 * The accesses to native code that are services of others, and for each the polling through it as a
 * service of ours, as long as both the access and the queues are there. For any thread.
 */
final class NativeAccesses {
    private static final class Offer {
        private final NativeAccess access;
        private int ranking;
        private @Nullable ServiceRegistration<CompletionPorts> registration;

        Offer(NativeAccess access, int ranking) {
            this.access = access;
            this.ranking = ranking;
        }
    }

    private final BundleContext context;
    private final List<Offer> offers = new ArrayList<>();
    private @Nullable Function<NativeAccess, CompletionPorts> polling;

    NativeAccesses(BundleContext context) {
        this.context = context;
    }

    /** What the polling through an access carries. */
    static Dictionary<String, Object> properties(String access, int ranking) {
        return FrameworkUtil.asDictionary(
                Map.of(
                        ProviderProperties.PROVIDER,
                        ProviderProperties.JNA,
                        CompletionPorts.ACCESS,
                        access,
                        Constants.SERVICE_RANKING,
                        ranking));
    }

    /** An access has come. */
    synchronized void add(NativeAccess access, Map<String, ?> properties) {
        Offer offer = new Offer(access, ranking(properties));
        offers.add(offer);
        register(offer);
    }

    /** An access has another ranking. */
    synchronized void update(NativeAccess access, Map<String, ?> properties) {
        for (Offer offer : offers) {
            if (offer.access == access) {
                offer.ranking = ranking(properties);
                ServiceRegistration<CompletionPorts> registration = offer.registration;
                if (registration != null) {
                    registration.setProperties(properties(access.name(), offer.ranking));
                }
            }
        }
    }

    /** An access goes; once this returns nobody polls through it. */
    synchronized void remove(NativeAccess access) {
        offers.removeIf(
                offer -> {
                    if (offer.access != access) {
                        return false;
                    }
                    unregister(offer);
                    return true;
                });
    }

    /**
     * There are queues.
     *
     * @param way how to poll them through an access
     */
    synchronized void offer(Function<NativeAccess, CompletionPorts> way) {
        polling = way;
        offers.forEach(this::register);
    }

    /** The queues go. */
    synchronized void withdraw() {
        polling = null;
        offers.forEach(NativeAccesses::unregister);
    }

    private void register(Offer offer) {
        Function<NativeAccess, CompletionPorts> way = polling;
        if (way != null) {
            offer.registration =
                    context.registerService(
                            CompletionPorts.class,
                            way.apply(offer.access),
                            properties(offer.access.name(), offer.ranking));
        }
    }

    private static void unregister(Offer offer) {
        ServiceRegistration<CompletionPorts> registration = offer.registration;
        if (registration != null) {
            offer.registration = null;
            registration.unregister();
        }
    }

    private static int ranking(Map<String, ?> properties) {
        return properties.get(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0;
    }
}
