// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvSrqAttr;
import org.rdmaagent.jna.layout.IbvSrqInitAttr;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.structs.SrqStruct;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SrqAttributes;

/** {@code struct ibv_srq}. */
final class NativeSrq extends NativeObject implements SrqHandle {
    private static final String CREATE = "ibv_create_srq";
    private static final String MODIFY = "ibv_modify_srq";

    /** IBV_SRQ_MAX_WR of verbs.h. */
    private static final int MAX_WR = 1;

    /** IBV_SRQ_LIMIT of verbs.h. */
    private static final int LIMIT = 2;

    private final NativePd pd;
    private final int maxSge;
    private volatile int size;
    private volatile @Nullable PostedRing ring;

    private NativeSrq(Origin origin, Pointer srq, NativePd pd, SrqAttributes granted) {
        super(origin, srq);
        this.pd = pd;
        this.maxSge = granted.maxSge();
        this.size = granted.maxWr();
    }

    static NativeSrq create(NativePd pd, String name, SrqAttributes sizes) {
        return pd.registry()
                .make(
                        CREATE,
                        ObjectKind.SHARED_RECEIVE_QUEUE,
                        name,
                        List.of(pd.context(), pd),
                        origin -> create(origin, pd, sizes));
    }

    private static NativeSrq create(Origin origin, NativePd pd, SrqAttributes sizes) {
        try (CStruct init = CStruct.allocate(IbvSrqInitAttr.SIZE)) {
            SrqStruct.write(sizes, init.part(IbvSrqInitAttr.ATTR));
            Pointer srq =
                    sizes.maxWr() < 1
                            ? null
                            : ObjectCalls.ibv_create_srq(pd.pointer(), init.pointer());
            if (srq == null) {
                int errno =
                        sizes.maxWr() < 1
                                ? VerbsFailure.EINVAL
                                : ObjectCalls.lastError(VerbsFailure.EINVAL);
                String remedy = Remedy.of(errno, Remedy.sharedReceiveQueue(pd.context().limits()));
                throw VerbsFailure.of(CREATE, errno, origin.subject(), remedy);
            }
            SrqAttributes granted = SrqStruct.read(init.part(IbvSrqInitAttr.ATTR));
            return new NativeSrq(origin, srq, pd, granted);
        }
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_srq";
    }

    @Override
    int destroy(Pointer srq) {
        return ObjectCalls.ibv_destroy_srq(srq);
    }

    @Override
    void released() {
        cancelRing();
    }

    /** None of it was taken, or the queue is closed. */
    void cancelRing() {
        PostedRing ended = ring;
        ring = null;
        if (ended != null) {
            ended.region().usedNoMoreBy(this);
        }
    }

    /** The most requests, as granted. */
    int size() {
        return size;
    }

    /** Its ring, if it has one. */
    @Nullable RingMemory ring() {
        PostedRing own = ring;
        return own == null ? null : own.memory();
    }

    @Override
    public ReceiveRing postReceiveRing(MrHandle region, int bytesEach) {
        NativeMr own = pd.context().own(NativeMr.class, region);
        return RingPosting.post(this, own, bytesEach).ring();
    }

    /** It is posted from now on; the queue is held. */
    void begin(PostedRing begun) {
        begun.region().usedBy(this);
        ring = begun;
        for (NativeObject user : users()) {
            if (user instanceof NativeQp pair) {
                pair.changed();
            }
        }
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return Optional.ofNullable(ring).map(PostedRing::ring);
    }

    @Override
    public NativePd pd() {
        return pd;
    }

    @Override
    public SrqAttributes query() {
        try (CStruct attributes = CStruct.allocate(IbvSrqAttr.SIZE)) {
            doing("ibv_query_srq", srq -> ObjectCalls.ibv_query_srq(srq, attributes.pointer()));
            return SrqStruct.read(attributes);
        }
    }

    @Override
    public void resize(int maxWr) {
        modify(IbvSrqAttr.MAX_WR, maxWr, MAX_WR);
        size = query().maxWr();
    }

    @Override
    public void armLimit(int limit) {
        modify(IbvSrqAttr.SRQ_LIMIT, limit, LIMIT);
    }

    private void modify(IbvSrqAttr member, int value, int mask) {
        try (CStruct attributes = CStruct.allocate(IbvSrqAttr.SIZE)) {
            attributes.put(member, value);
            int errno =
                    with(
                            MODIFY,
                            srq ->
                                    errno(
                                            ObjectCalls.ibv_modify_srq(
                                                    srq, attributes.pointer(), mask)));
            if (errno != 0) {
                String arguments = Remedy.changedReceiveQueue(pd.context().limits());
                throw failed(MODIFY, errno, Remedy.of(errno, arguments));
            }
        }
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        return with("ibv_post_srq_recv", srq -> post(srq, requests));
    }

    private Posted post(Pointer srq, List<ReceiveRequest> requests) {
        Posted posted =
                Posting.receives(
                        requests,
                        list ->
                                pd.context()
                                        .calls()
                                        .call(
                                                IbvContext.POST_SRQ_RECV,
                                                srq,
                                                list.first(),
                                                list.bad()));
        // libmlx4 answers a full queue and too many segments alike.
        boolean tooLong =
                posted.count() < requests.size()
                        && requests.get(posted.count()).segments().size() > maxSge;
        return tooLong ? new Posted(posted.count(), Errno.of(VerbsFailure.EINVAL)) : posted;
    }
}
