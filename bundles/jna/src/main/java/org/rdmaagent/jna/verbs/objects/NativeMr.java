// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvMr;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.ObjectKind;

/** {@code struct ibv_mr}. */
final class NativeMr extends NativeObject implements MrHandle {
    private static final String REGISTER = "ibv_reg_mr";

    /**
     * What is registered.
     *
     * @param view makes a view of it; keeps it reachable
     * @param release gives it back
     */
    private record Extent(
            Pointer address, long bytes, Supplier<ByteBuffer> view, Runnable release) {}

    private final NativePd pd;
    private final Extent extent;
    private final Set<AccessFlag> access;
    private final int lkey;
    private final int rkey;

    private NativeMr(
            Origin origin, Pointer region, NativePd pd, Extent extent, Set<AccessFlag> access) {
        super(origin, region);
        this.pd = pd;
        this.extent = extent;
        this.access = access;
        CStruct struct = CStruct.at(region);
        this.lkey = struct.integer(IbvMr.LKEY);
        this.rkey = struct.integer(IbvMr.RKEY);
    }

    /** Registers memory of the caller. */
    static NativeMr of(NativePd pd, String name, ByteBuffer memory, Set<AccessFlag> access) {
        if (!memory.isDirect() || !memory.hasRemaining()) {
            throw new IllegalArgumentException(
                    "memory region '"
                            + name
                            + "' needs a direct buffer with one byte at least"
                            + " (ByteBuffer.allocateDirect), not "
                            + memory);
        }
        ByteBuffer piece = memory.slice();
        Extent extent =
                new Extent(
                        Native.getDirectBufferPointer(piece),
                        piece.remaining(),
                        piece::duplicate,
                        () -> {});
        return register(pd, name, access, () -> extent);
    }

    /** Registers new memory. */
    static NativeMr of(NativePd pd, String name, long bytes, Set<AccessFlag> access) {
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "memory region '" + name + "' needs one byte at least, not " + bytes);
        }
        return register(
                pd,
                name,
                access,
                () -> {
                    Pages pages = Pages.allocate(bytes, pd.subject());
                    return new Extent(pages.address(), bytes, pages::view, pages::release);
                });
    }

    private static NativeMr register(
            NativePd pd, String name, Set<AccessFlag> access, Supplier<Extent> memory) {
        return pd.registry()
                .make(
                        REGISTER,
                        ObjectKind.MEMORY_REGION,
                        name,
                        List.of(pd.context(), pd),
                        origin -> register(origin, pd, memory.get(), Set.copyOf(access)));
    }

    private static NativeMr register(
            Origin origin, NativePd pd, Extent extent, Set<AccessFlag> access) {
        Pointer region = register(pd, extent, access);
        if (region == null && access.contains(AccessFlag.RELAXED_ORDERING)) {
            // Optional by definition, but older kernels refuse what they do not know.
            EnumSet<AccessFlag> plain = EnumSet.copyOf(access);
            plain.remove(AccessFlag.RELAXED_ORDERING);
            region = register(pd, extent, plain);
        }
        if (region == null) {
            int errno = ObjectCalls.lastError(VerbsFailure.ENOMEM);
            extent.release().run();
            String remedy = Remedy.of(errno, Remedy.access());
            throw VerbsFailure.of(REGISTER, errno, origin.subject(), remedy);
        }
        return new NativeMr(origin, region, pd, extent, access);
    }

    private static @Nullable Pointer register(NativePd pd, Extent extent, Set<AccessFlag> access) {
        return ObjectCalls.ibv_reg_mr(
                pd.pointer(), extent.address(), extent.bytes(), NativeCode.mask(access));
    }

    @Override
    String destroyCall() {
        return "ibv_dereg_mr";
    }

    @Override
    int destroy(Pointer region) {
        return ObjectCalls.ibv_dereg_mr(region);
    }

    @Override
    void released() {
        extent.release().run();
    }

    @Override
    public NativePd pd() {
        return pd;
    }

    @Override
    public long address() {
        return Pointer.nativeValue(extent.address());
    }

    @Override
    public long length() {
        return extent.bytes();
    }

    @Override
    public int lkey() {
        return lkey;
    }

    @Override
    public int rkey() {
        return rkey;
    }

    @Override
    public Set<AccessFlag> access() {
        return access;
    }

    @Override
    public ByteBuffer buffer() {
        return with(REGISTER, region -> extent.view().get());
    }

    /** Whether all of these bytes are its own. */
    boolean covers(long firstByte, long bytes) {
        long offset = firstByte - address();
        return offset >= 0 && offset <= length() && bytes <= length() - offset;
    }

    /** Views of its first 2^31 - 1 bytes at the most, also after it is closed. */
    Supplier<ByteBuffer> views() {
        return extent.view();
    }
}
