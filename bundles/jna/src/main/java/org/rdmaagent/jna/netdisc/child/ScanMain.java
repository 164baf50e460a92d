// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbPortid;
import org.rdmaagent.jna.layout.IbndConfig;

/** The process of one scan: reads the question, lets libibnetdisc scan, writes what it brought. */
public final class ScanMain {
    /** IBND_CONFIG_MLX_EPI of ibnetdisc.h: ask also what tells FDR10, as ibnetdiscover does. */
    private static final int MLX_EPI = 1;

    private ScanMain() {}

    /** Runs; the question is in the standard input. */
    public static void main(String[] arguments) throws IOException {
        int result = Precautions.setResultAside();
        Precautions.writeNoCore();
        ScanQuestion question = ScanQuestion.readFrom(System.in);
        Precautions.endWithParent(question.parent(), System.in);
        try (ScanWriter out = new ScanWriter(new FileDescriptorOutput(result))) {
            answer(question, out);
        }
    }

    private static void answer(ScanQuestion question, ScanWriter out) throws IOException {
        try {
            Native.register(NetdiscCalls.class, NativeLibrary.getInstance(NetdiscCalls.SONAME));
        } catch (LinkageError e) {
            out.failed(ScanFormat.NO_LIBRARY, String.valueOf(e.getMessage()));
            return;
        }
        if (question.debug() > 0) {
            debug(question.debug());
        }
        Pointer fabric = scan(question);
        if (fabric == null) {
            out.failed(ScanFormat.NO_RESULT, "");
            return;
        }
        try {
            new FabricWalk(fabric).writeTo(out);
        } catch (UnknownLayoutException e) {
            out.failed(ScanFormat.UNKNOWN_LAYOUT, String.valueOf(e.getMessage()));
        }
    }

    /**
     * The library has a {@code debug} in its configuration and reads libibmad's variable instead
     * (libibnetdisc/internal.h, IBND_DEBUG).
     */
    private static void debug(int level) throws IOException {
        try {
            NativeLibrary.getInstance(NetdiscCalls.MAD_SONAME)
                    .getGlobalVariableAddress("ibdebug")
                    .setInt(0, level);
        } catch (LinkageError e) {
            // Stays open: the library writes there too.
            OutputStream err = new FileOutputStream(FileDescriptor.err);
            err.write(("no debugging: " + e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static @Nullable Pointer scan(ScanQuestion question) {
        Memory config = new Memory(IbndConfig.SIZE);
        config.clear();
        config.setInt(IbndConfig.MAX_SMPS.offset(), question.maxSmps());
        config.setInt(IbndConfig.SHOW_PROGRESS.offset(), question.showProgress() ? 1 : 0);
        config.setInt(IbndConfig.MAX_HOPS.offset(), question.maxHops());
        config.setInt(IbndConfig.DEBUG.offset(), question.debug());
        config.setInt(IbndConfig.TIMEOUT_MS.offset(), question.timeoutMillis());
        config.setInt(IbndConfig.RETRIES.offset(), question.retries());
        config.setInt(IbndConfig.FLAGS.offset(), MLX_EPI);
        config.setLong(IbndConfig.MKEY.offset(), question.mKey());
        Memory from = new Memory(IbPortid.SIZE);
        from.clear();
        from.setInt(IbPortid.DRPATH_CNT.offset(), question.route().size());
        long hopAt = IbPortid.DRPATH_P.offset();
        for (int port : question.route()) {
            from.setByte(++hopAt, (byte) port); // the first byte is not a hop
        }
        return NetdiscCalls.ibnd_discover_fabric(question.device(), question.port(), from, config);
    }
}
