// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.receive;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.ReceiveIndirectionTable;
import org.rdmaagent.verbs.VerbsService;

/**
 * What is left of tables whose making or destruction was cut off, as by a replacement of the verbs
 * bundle: a protection domain, which is made first and closed last, without a table of its name.
 */
final class TableRemains {
    private TableRemains() {}

    /** Whether there is something of a table, and no table. */
    static boolean isThere(DeviceContext context, String name) {
        return context.find(ProtectionDomain.class, name).isPresent()
                && context.find(ReceiveIndirectionTable.class, name).isEmpty();
    }

    /** The names of the tables on a context of which something is left. */
    static List<String> names(DeviceContext context) {
        return context.objects().stream()
                .filter(ProtectionDomain.class::isInstance)
                .map(domain -> domain.name())
                .filter(name -> context.find(ReceiveIndirectionTable.class, name).isEmpty())
                .sorted()
                .toList();
    }

    /** Those of which a completion queue is there, too: a domain alone may be somebody else's. */
    static List<String> certain(DeviceContext context) {
        return names(context).stream()
                .filter(name -> context.find(CompletionQueue.class, name).isPresent())
                .toList();
    }

    /** Those on all contexts of our own, in words; no table may be in the making. */
    static List<String> troubles(VerbsService verbs) {
        List<String> all = new ArrayList<>();
        for (DeviceContext context : verbs.contexts()) {
            if (OwnContexts.isOwn(context.device(), context.name())) {
                names(context).forEach(name -> all.add(told(context.device(), name)));
            }
        }
        return all;
    }

    private static String told(String device, String name) {
        return "receive table "
                + name
                + " of "
                + device
                + " is not whole, its making or destruction was cut off: destroy the table, or"
                + " create it again";
    }
}
