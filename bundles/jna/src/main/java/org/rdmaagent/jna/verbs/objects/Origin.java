// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.List;
import org.rdmaagent.verbs.ObjectKind;

/**
 * What an object starts from.
 *
 * @param registry of its context
 * @param kind what it is
 * @param name unique among the open ones of its kind on the context
 * @param needs what must not be closed before it
 * @param sequence counts on with each object of the context
 */
record Origin(
        ContextRegistry registry,
        ObjectKind kind,
        String name,
        List<NativeObject> needs,
        long sequence) {
    /** As messages name it, such as {@code mlx4_0 cq receives}. */
    String subject() {
        return registry.device() + " " + kind.shortName() + " " + name;
    }
}
