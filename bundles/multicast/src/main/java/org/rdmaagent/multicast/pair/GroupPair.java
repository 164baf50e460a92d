// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.Set;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;

/**
 * The queue pair of a membership. It is looked up by its name at each use, so that a replacement of
 * the verbs bundle is met by nothing worse than a {@link NotYetException}. The conductor's thread.
 */
public abstract class GroupPair {
    /** The call that is named where a queue pair is not found. */
    public static final String LOOKUP = "ibv_query_qp";

    private static final Errno EINVAL = Errno.of(22);

    private final VerbsAccess verbs;
    private final JoinRequest request;

    GroupPair(VerbsAccess verbs, JoinRequest request) {
        this.verbs = verbs;
        this.request = request;
    }

    /** Of a request with a name. */
    public static GroupPair of(VerbsAccess verbs, JoinRequest request) {
        return request.queuePair().isPresent()
                ? new GivenPair(verbs, request)
                : new MadePair(verbs, request);
    }

    final VerbsAccess verbs() {
        return verbs;
    }

    final JoinRequest request() {
        return request;
    }

    /**
     * Whether it is made for the membership and ends with it.
     *
     * @return false for one of the caller
     */
    public abstract boolean isMade();

    /**
     * Finds it, or makes it, ready to receive.
     *
     * @throws NotYetException if the verbs are away
     * @throws RdmaException ENOENT, EINVAL there is none that can be used; or as the verbs say
     */
    public abstract PairFacts prepare(CmBinding binding);

    /** Whether one that was made is there and does not do: it has to be ended first. */
    public boolean isUseless(CmBinding binding) {
        return false;
    }

    /** The pair on a device, by what is known of it. */
    abstract QueuePair find(String device);

    /**
     * What is known of it.
     *
     * @throws RdmaException ENOENT if it is gone
     */
    public abstract PairFacts facts(String device);

    /** It was closed with its context; the one that comes in its place has another number. */
    public void replaced() {}

    /**
     * Ends what was made. Does nothing for one of the caller.
     *
     * @throws NotYetException if the verbs are away
     * @throws RdmaException if something stays, to be tried again
     */
    public abstract void end();

    /**
     * Gives it a Q_Key.
     *
     * @return the one that it had
     * @throws RdmaException EINVAL if it is in a state where that cannot be
     */
    public final int setQkey(String device, int qkey) {
        return verbs.with(unused -> changeQkey(find(device), qkey));
    }

    private int changeQkey(QueuePair pair, int qkey) {
        QpAttributes now = pair.query(Set.of(QpAttribute.STATE, QpAttribute.QKEY));
        if (now.qpState() != QpState.RTS) {
            throw new RdmaException(
                    "ibv_modify_qp",
                    EINVAL,
                    pair.name(),
                    "it is in state " + now.qpState() + ": bring it to RTS, then join again");
        }
        if (now.qkey() != qkey) {
            pair.modify(QpAttributes.builder().qpState(QpState.RTS).qkey(qkey).build());
        }
        return now.qkey();
    }

    /**
     * Lets it receive what is sent to a group; twice is the same as once.
     *
     * @throws RdmaException as {@link QueuePair#attachMulticast}
     */
    public final void attach(String device, MulticastAttachment group) {
        verbs.run(
                unused -> {
                    QueuePair pair = find(device);
                    if (!pair.attachments().contains(group)) {
                        pair.attachMulticast(group.mgid(), group.mlid());
                    }
                });
    }

    /**
     * Ends that, if it does.
     *
     * @throws RdmaException as {@link QueuePair#detachMulticast}; ENOENT if the pair is gone
     */
    public final void detach(String device, MulticastAttachment group) {
        verbs.run(
                unused -> {
                    QueuePair pair = find(device);
                    if (pair.attachments().contains(group)) {
                        pair.detachMulticast(group.mgid(), group.mlid());
                    }
                });
    }

    final RdmaException absent(String device, String remedy) {
        return new RdmaException(LOOKUP, Errno.of(2), device, remedy);
    }
}
