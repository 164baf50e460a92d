// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/** A C struct, or a row of them, in memory that was allocated here or that a library owns. */
public final class CStruct implements AutoCloseable {
    private final Pointer start;
    private final @Nullable Memory owned;

    private CStruct(Pointer start, @Nullable Memory owned) {
        this.start = start;
        this.owned = owned;
    }

    /** New memory, zeroed; freed by {@link #close}. */
    public static CStruct allocate(long bytes) {
        Memory memory = new Memory(bytes);
        memory.clear();
        return new CStruct(memory, memory);
    }

    /** One of a library's; not freed here. */
    public static CStruct at(Pointer start) {
        return new CStruct(start, null);
    }

    /** The struct that lies inside this one; to be used while this one is. */
    public CStruct part(CField member) {
        return part(member.offset());
    }

    /** The struct that begins so many bytes further on; to be used while this one is. */
    public CStruct part(long offset) {
        return new CStruct(start.share(offset), null);
    }

    /** Where it begins. */
    public Pointer pointer() {
        return start;
    }

    /** A member as an unsigned number; of 8 bytes, as the bits are. */
    public long get(CField member) {
        return switch (member.size()) {
            case 1 -> Byte.toUnsignedLong(start.getByte(member.offset()));
            case 2 -> Short.toUnsignedLong(start.getShort(member.offset()));
            case 4 -> Integer.toUnsignedLong(start.getInt(member.offset()));
            case 8 -> start.getLong(member.offset());
            default -> throw new IllegalArgumentException(member + " is no number");
        };
    }

    /** A member of up to 4 bytes, as the bits are. */
    public int integer(CField member) {
        return (int) get(member);
    }

    /** A member that is an address; null is C's NULL. */
    public @Nullable Pointer address(CField member) {
        return start.getPointer(member.offset());
    }

    /** The bytes of a member that is an array. */
    public byte[] bytes(CField member) {
        return start.getByteArray(member.offset(), member.size());
    }

    /** Sets a member; bits beyond its size are lost. */
    public CStruct put(CField member, long value) {
        switch (member.size()) {
            case 1 -> start.setByte(member.offset(), (byte) value);
            case 2 -> start.setShort(member.offset(), (short) value);
            case 4 -> start.setInt(member.offset(), (int) value);
            case 8 -> start.setLong(member.offset(), value);
            default -> throw new IllegalArgumentException(member + " is no number");
        }
        return this;
    }

    /** Sets a member that is an address; null is C's NULL. */
    public CStruct put(CField member, @Nullable Pointer value) {
        start.setPointer(member.offset(), value);
        return this;
    }

    /** Sets a member that is an array of as many bytes. */
    public CStruct put(CField member, byte[] value) {
        if (value.length != member.size()) {
            throw new IllegalArgumentException(member + " has " + member.size() + " bytes");
        }
        start.write(member.offset(), value, 0, value.length);
        return this;
    }

    @Override
    public void close() {
        if (owned != null) {
            owned.close();
        }
    }
}
