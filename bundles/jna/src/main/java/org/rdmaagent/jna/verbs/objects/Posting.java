// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.PostList;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/**
 * Posts lists of requests.
 *
 * <p>The library trusts what it is given: it follows the address handle of a datagram and copies
 * inline data from wherever a segment points. So a request that would make it read elsewhere is
 * refused here, with EINVAL, and never reaches it.
 */
final class Posting {
    static final String SEND = "ibv_post_send";
    static final String RECEIVE = "ibv_post_recv";
    private static final Posted INVALID = new Posted(0, Errno.of(VerbsFailure.EINVAL));

    private final NativeQp pair;
    private final Map<AddressHandle, NativeAh> handles = new HashMap<>();
    private final Set<NativeObject> held = new LinkedHashSet<>();

    private Posting(NativeQp pair) {
        this.pair = pair;
    }

    /** Receives into the queue that a function posts to. */
    static Posted receives(List<ReceiveRequest> requests, ToIntFunction<PostList> post) {
        if (requests.isEmpty()) {
            return Posted.all(0);
        }
        try (PostList list = PostList.receives(requests)) {
            return list.posted(post.applyAsInt(list));
        }
    }

    /** Receives into a pair's own queue; the pair is held. */
    static Posted receives(
            NativeQp pair, List<ReceiveRequest> requests, ToIntFunction<PostList> post) {
        QpType type = pair.init().type();
        boolean ownQueue =
                pair.srq().isEmpty() && type != QpType.XRC_SEND && type != QpType.XRC_RECV;
        if (!ownQueue || pair.stateOfLibrary() == QpState.RESET) {
            return requests.isEmpty() ? Posted.all(0) : INVALID;
        }
        return receives(requests, post);
    }

    /**
     * Sends; the pair is held.
     *
     * @throws IllegalArgumentException if an address handle is none of the context's open ones
     */
    static Posted sends(NativeQp pair, List<SendRequest> requests, ToIntFunction<PostList> post) {
        return new Posting(pair).sends(requests, post);
    }

    private Posted sends(List<SendRequest> requests, ToIntFunction<PostList> post) {
        requests.forEach(this::resolve);
        List<SendRequest> safe = readyToSend() ? safeOnes(requests) : List.of();
        boolean cut = safe.size() < requests.size();
        if (safe.isEmpty()) {
            return cut ? INVALID : Posted.all(0);
        }
        return NativeObject.withAll(
                SEND,
                held,
                () -> {
                    try (PostList list = PostList.sends(safe, this::pointer)) {
                        Posted posted = list.posted(post.applyAsInt(list));
                        return cut && posted.count() == safe.size()
                                ? new Posted(posted.count(), INVALID.refusal())
                                : posted;
                    }
                });
    }

    private void resolve(SendRequest request) {
        if (request.target() instanceof SendTarget.Datagram datagram) {
            AddressHandle handle = datagram.addressHandle();
            NativeAh own =
                    handle instanceof NativeAh ah && ah.isOpen()
                            ? pair.context().own(NativeAh.class, ah)
                            : null;
            if (own == null) {
                throw new IllegalArgumentException(
                        "address handle '"
                                + handle.name()
                                + "' is not open on context '"
                                + pair.context().name()
                                + "'; nothing was posted");
            }
            handles.put(handle, own);
            held.add(own);
        }
    }

    private Pointer pointer(SendTarget.Datagram datagram) {
        NativeAh own = handles.get(datagram.addressHandle());
        if (own == null) {
            throw new IllegalStateException("not resolved: " + datagram);
        }
        return own.pointer();
    }

    /** The library does not look: it would take requests that are never carried out. */
    private boolean readyToSend() {
        QpState state = pair.stateOfLibrary();
        return pair.init().type() != QpType.XRC_RECV
                && state != QpState.RESET
                && state != QpState.INIT
                && state != QpState.RTR;
    }

    private List<SendRequest> safeOnes(List<SendRequest> requests) {
        List<SendRequest> safe = new ArrayList<>();
        for (SendRequest request : requests) {
            if (!fits(request.target()) || !inlineIsOurs(request)) {
                return safe;
            }
            safe.add(request);
        }
        return safe;
    }

    /** The library takes whatever lies in the union for a datagram's address handle. */
    private boolean fits(SendTarget target) {
        return (pair.init().type() == QpType.UD) == (target instanceof SendTarget.Datagram);
    }

    private boolean inlineIsOurs(SendRequest request) {
        if (!request.flags().contains(SendFlag.INLINE)) {
            return true;
        }
        for (ScatterGather segment : request.segments()) {
            Optional<NativeMr> region =
                    pair.registry().covering(segment.address(), segment.length());
            if (segment.length() > 0 && region.isEmpty()) {
                return false;
            }
            region.ifPresent(held::add);
        }
        return true;
    }
}
