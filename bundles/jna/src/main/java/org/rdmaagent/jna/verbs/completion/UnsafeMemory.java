// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.spi.completion.MemoryAccess;

/**
 * Memory through {@code sun.misc.Unsafe} of module jdk.unsupported: the only way before Java 22
 * that costs no more than the access itself. It is met through handles, which the compiler folds,
 * so that nothing here fails where a later Java has it no more: {@link #find} is empty then.
 */
final class UnsafeMemory extends MemoryAccess {
    private static final int TOUCHES = 256;
    private static final String UNSAFE = "sun.misc.Unsafe";
    private static final MethodType READ_INT = MethodType.methodType(int.class, long.class);

    private static final @Nullable Object UNSAFE_OBJECT = unsafe();

    private static final MethodHandle GET_BYTE =
            plain("getByte", MethodType.methodType(byte.class, long.class));
    private static final MethodHandle GET_SHORT =
            plain("getShort", MethodType.methodType(short.class, long.class));
    private static final MethodHandle GET_INT = plain("getInt", READ_INT);
    private static final MethodHandle GET_LONG =
            plain("getLong", MethodType.methodType(long.class, long.class));
    private static final MethodHandle PUT_INT =
            plain("putInt", MethodType.methodType(void.class, long.class, int.class));
    private static final MethodHandle PUT_LONG =
            plain("putLong", MethodType.methodType(void.class, long.class, long.class));
    private static final MethodHandle GET_ACQUIRE =
            absolute(
                    "getIntVolatile",
                    MethodType.methodType(int.class, Object.class, long.class),
                    READ_INT);
    private static final MethodHandle PUT_RELEASE =
            absolute(
                    "putOrderedInt",
                    MethodType.methodType(void.class, Object.class, long.class, int.class),
                    MethodType.methodType(void.class, long.class, int.class));
    private static final MethodHandle FENCE = plain("fullFence", MethodType.methodType(void.class));

    private UnsafeMemory() {}

    /** It, where this Java has it. */
    static Optional<MemoryAccess> find() {
        if (UNSAFE_OBJECT == null) {
            return Optional.empty();
        }
        MemoryAccess found = new UnsafeMemory();
        try {
            touch(found);
        } catch (IllegalStateException e) {
            return Optional.empty(); // a Java that has it, but refuses to let it be used
        }
        return Optional.of(found);
    }

    /**
     * The first call through a handle makes garbage, and so does the one at which Java makes a form
     * of its own for the handle, the 128th: they are not to be those of a poll loop.
     */
    private static void touch(MemoryAccess memory) {
        try (CStruct place = CStruct.allocate(Long.BYTES)) {
            long address = Pointer.nativeValue(place.pointer());
            for (int i = 0; i < TOUCHES; i++) {
                memory.putLong(address, memory.getLong(address));
                memory.putInt(address, memory.getInt(address));
                memory.putIntRelease(address, memory.getIntAcquire(address));
                int unused = memory.getShort(address) + memory.getByte(address);
                memory.fullFence();
            }
        }
    }

    private static @Nullable Object unsafe() {
        try {
            Class<?> type = type();
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findStaticVarHandle(type, "theUnsafe", type)
                    .get();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static Class<?> type() throws ClassNotFoundException {
        // A bundle need not import it: it is the platform's.
        return Class.forName(UNSAFE, false, ClassLoader.getPlatformClassLoader());
    }

    private static MethodHandle plain(String name, MethodType type) {
        MethodHandle absent = MethodHandles.empty(type);
        if (UNSAFE_OBJECT == null) {
            return absent;
        }
        try {
            return MethodHandles.lookup().findVirtual(type(), name, type).bindTo(UNSAFE_OBJECT);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(UNSAFE + " has no " + name + type, e);
        }
    }

    /** Of a method that takes an object and an offset: without an object it is an address. */
    private static MethodHandle absolute(String name, MethodType type, MethodType wanted) {
        return MethodHandles.insertArguments(plain(name, type), 0, new Object[] {null})
                .asType(wanted);
    }

    private static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException(UNSAFE + " refuses", e);
    }

    @Override
    public byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public short getShort(long address) {
        try {
            return (short) GET_SHORT.invokeExact(address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public int getIntAcquire(long address) {
        try {
            return (int) GET_ACQUIRE.invokeExact(address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public void putIntRelease(long address, int value) {
        try {
            PUT_RELEASE.invokeExact(address, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public void fullFence() {
        try {
            FENCE.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
