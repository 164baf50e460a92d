// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of a record and of the records in it: {@code rssCaps.maxRwqIndirectionTables}. */
public final class RecordLeaves {
    private RecordLeaves() {}

    /** By path, in the record's order. */
    public static Map<String, Long> of(Record record) throws ReflectiveOperationException {
        Map<String, Long> leaves = new LinkedHashMap<>();
        collect("", record, leaves);
        return leaves;
    }

    private static void collect(String path, Record record, Map<String, Long> leaves)
            throws ReflectiveOperationException {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(record);
            String name = path + component.getName();
            if (value instanceof Record inner) {
                collect(name + ".", inner, leaves);
            } else {
                leaves.put(name, ((Number) value).longValue());
            }
        }
    }
}
