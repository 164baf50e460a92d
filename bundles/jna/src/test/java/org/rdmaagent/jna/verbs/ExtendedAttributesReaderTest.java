// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.layout.IbvDeviceAttrEx;

class ExtendedAttributesReaderTest {
    /** The highest number that its bytes hold, less its place: no two of a size are the same. */
    private static long distinct(IbvDeviceAttrEx field) {
        return (-1L >>> (Long.SIZE - Byte.SIZE * field.size())) - field.offset() / 2;
    }

    private static ByteBuffer filled() {
        ByteBuffer struct =
                ByteBuffer.allocate(IbvDeviceAttrEx.SIZE).order(ByteOrder.nativeOrder());
        for (IbvDeviceAttrEx field : IbvDeviceAttrEx.values()) {
            long value = distinct(field);
            switch (field.size()) {
                case 1 -> struct.put(field.offset(), (byte) value);
                case 2 -> struct.putShort(field.offset(), (short) value);
                case 4 -> struct.putInt(field.offset(), (int) value);
                default -> struct.putLong(field.offset(), value);
            }
        }
        return struct;
    }

    private static void collect(Record record, List<Long> values) throws Exception {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(record);
            if (value instanceof Record inner) {
                collect(inner, values);
            } else {
                values.add(((Number) value).longValue());
            }
        }
    }

    @Test
    void everyMemberOfTheStructIsAFieldOfTheRecordInTheSameOrderAndUnsigned() throws Exception {
        List<Long> values = new ArrayList<>();
        collect(ExtendedAttributesReader.read(filled()), values);
        List<Long> expected =
                Arrays.stream(IbvDeviceAttrEx.values())
                        .map(ExtendedAttributesReaderTest::distinct)
                        .toList();
        assertEquals(expected, values);
    }
}
