// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.rdmaagent.spi.completion.DriverCalls;

/**
 * The pattern of a class whose constants are the functions of one driver: a static final handle is
 * compiled to the bare call, one in a field is not. It is never initialised itself; {@link
 * CallClass} makes a hidden copy of it for each driver, with {@link DriverHandles} as its data.
 */
final class ConstantCalls extends DriverCalls {
    private static final MethodHandle POLL_CQ;
    private static final MethodHandle REQ_NOTIFY_CQ;
    private static final MethodHandle POST_RECV;
    private static final MethodHandle POST_SRQ_RECV;
    private static final MethodHandle POST_SEND;

    static {
        DriverHandles handles = handles();
        POLL_CQ = handles.pollCq();
        REQ_NOTIFY_CQ = handles.reqNotifyCq();
        POST_RECV = handles.postRecv();
        POST_SRQ_RECV = handles.postSrqRecv();
        POST_SEND = handles.postSend();
    }

    /** For {@link CallClass}. */
    ConstantCalls() {}

    private static DriverHandles handles() {
        try {
            return MethodHandles.classData(
                    MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, DriverHandles.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("not a copy that was made with data", e);
        }
    }

    @Override
    public int pollCq(long cq, int entries, long completions) {
        try {
            return (int) POLL_CQ.invokeExact(cq, entries, completions);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public int reqNotifyCq(long cq, int solicitedOnly) {
        try {
            return (int) REQ_NOTIFY_CQ.invokeExact(cq, solicitedOnly);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public int postRecv(long qp, long first, long bad) {
        try {
            return (int) POST_RECV.invokeExact(qp, first, bad);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public int postSrqRecv(long srq, long first, long bad) {
        try {
            return (int) POST_SRQ_RECV.invokeExact(srq, first, bad);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public int postSend(long qp, long first, long bad) {
        try {
            return (int) POST_SEND.invokeExact(qp, first, bad);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    /** C throws nothing: it is an error of the JVM, such as one of its stack. */
    private static RuntimeException thrown(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a native call threw", e);
    }
}
