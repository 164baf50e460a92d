// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.openmbean.CompositeData;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;

/** Extended attributes of which no two are the same, and how they look on the wire. */
final class DistinctAttributes {
    private DistinctAttributes() {}

    static ExtendedDeviceAttributes extended() throws ReflectiveOperationException {
        return filled(ExtendedDeviceAttributes.class, new AtomicInteger(1000));
    }

    private static <R> R filled(Class<R> type, AtomicInteger next)
            throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            Class<?> part = components[i].getType();
            if (part == long.class) {
                values[i] = (long) next.getAndIncrement();
            } else if (part == int.class) {
                values[i] = next.getAndIncrement();
            } else {
                values[i] = filled(part, next);
            }
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<R> constructor = type.getDeclaredConstructor(types);
        return constructor.newInstance(values);
    }

    /** Every field of the record is there with its value, and beside the named ones no other. */
    static void assertSame(Record record, CompositeData wire, Set<String> more)
            throws ReflectiveOperationException {
        Set<String> names = new TreeSet<>(more);
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(record);
            Object shown = wire.get(component.getName());
            if (value instanceof Record inner) {
                assertSame(inner, (CompositeData) shown, Set.of());
            } else {
                assertEquals(value, shown, component.getName());
            }
            names.add(component.getName());
        }
        assertEquals(names, new TreeSet<>(wire.getCompositeType().keySet()));
    }
}
