// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.verbs.ObjectKind;

/** Counts of objects on the wire, under the names of rdma-resource(8). */
final class ResourceRows {
    private ResourceRows() {}

    static Map<String, Integer> of(Map<ObjectKind, Integer> counts) {
        Map<String, Integer> rows = new TreeMap<>();
        counts.forEach((kind, count) -> rows.put(kind.shortName(), count));
        return rows;
    }
}
