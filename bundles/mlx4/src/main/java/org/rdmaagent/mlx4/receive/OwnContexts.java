// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.receive;

import java.util.Optional;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.VerbsService;

/**
 * The context of our own on a device: {@code mlx4}; since the names of contexts are unique over all
 * devices, {@code mlx4/DEVICE} where another device has that one.
 */
public final class OwnContexts {
    private OwnContexts() {}

    /** Its name, whether it is open or not. */
    public static String name(VerbsService verbs, String device) {
        String second = Mlx4ContextService.OWN_CONTEXT + "/" + device;
        boolean taken = false;
        for (DeviceContext context : verbs.contexts()) {
            boolean here = context.device().equals(device);
            if (here && context.name().equals(second)) {
                return second;
            }
            taken |= !here && context.name().equals(Mlx4ContextService.OWN_CONTEXT);
        }
        return taken ? second : Mlx4ContextService.OWN_CONTEXT;
    }

    /** Whether a context on a device can be its own one. */
    public static boolean isOwn(String device, String context) {
        return context.equals(Mlx4ContextService.OWN_CONTEXT)
                || context.equals(Mlx4ContextService.OWN_CONTEXT + "/" + device);
    }

    /** The one that is open. */
    static Optional<DeviceContext> find(VerbsService verbs, String device) {
        String name = name(verbs, device);
        return verbs.contexts().stream()
                .filter(context -> context.device().equals(device) && context.name().equals(name))
                .findFirst();
    }

    /** Opens it, or claims the one that is open. */
    public static DeviceContext open(VerbsService verbs, String device) {
        return verbs.open(device, name(verbs, device));
    }

    /** Claims those that are open: what nobody claims is closed a while after a replacement. */
    public static void claim(VerbsService verbs) {
        for (DeviceContext context : verbs.contexts()) {
            String name = context.name();
            if (isOwn(context.device(), name)) {
                DeviceContext unused = verbs.open(context.device(), name);
            }
        }
    }
}
