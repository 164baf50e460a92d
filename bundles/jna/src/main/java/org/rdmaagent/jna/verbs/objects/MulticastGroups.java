// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpType;

/**
 * The multicast groups that a queue pair is attached to. The pair is always held before the lock of
 * the list: who closes the pair takes them in the same order.
 */
final class MulticastGroups {
    private static final String ATTACH = "ibv_attach_mcast";
    private static final String DETACH = "ibv_detach_mcast";
    private static final int GID_BYTES = 16;

    /** The upper 12 bytes of an IPv4 address written as an IPv6 one, as two words. */
    private static final int MAPPED_IPV4 = 0xffff;

    /** The upper four bits of a multicast address of IPv4. */
    private static final int IPV4_MULTICAST = 0xe;

    private final NativeQp pair;
    private final Set<MulticastAttachment> attached = new LinkedHashSet<>();

    MulticastGroups(NativeQp pair) {
        this.pair = pair;
    }

    void attach(Gid mgid, Lid mlid) {
        pair.with(
                ATTACH,
                qp -> {
                    // Under the lock, so that the list is what the kernel has.
                    synchronized (attached) {
                        int errno = call(ATTACH, qp, mgid, mlid);
                        if (errno != 0) {
                            String arguments = refusal(mgid, mlid);
                            throw pair.failed(ATTACH, errno, Remedy.of(errno, arguments));
                        }
                        return attached.add(new MulticastAttachment(mgid, mlid));
                    }
                });
    }

    void detach(Gid mgid, Lid mlid) {
        pair.with(
                DETACH,
                qp -> {
                    synchronized (attached) {
                        int errno = call(DETACH, qp, mgid, mlid);
                        boolean stranger = errno == VerbsFailure.EINVAL;
                        if (errno == 0 || stranger || VerbsFailure.deviceGone(errno)) {
                            // In each of these cases it is not attached now.
                            attached.remove(new MulticastAttachment(mgid, mlid));
                        }
                        if (errno != 0) {
                            String arguments = stranger(mgid, mlid);
                            throw pair.failed(DETACH, errno, Remedy.of(errno, arguments));
                        }
                        return errno;
                    }
                });
    }

    private String stranger(Gid mgid, Lid mlid) {
        return "it is not attached to "
                + mgid
                + " with LID "
                + mlid
                + (attached.isEmpty() ? "; it has no groups" : "; it has " + words());
    }

    /** In the order of attaching. */
    List<MulticastAttachment> attached() {
        synchronized (attached) {
            return List.copyOf(attached);
        }
    }

    /** Goes on where one fails: the kernel then says why the pair cannot be destroyed. */
    void detachAll() {
        for (MulticastAttachment each : attached()) {
            Failures.tolerating(() -> detach(each.mgid(), each.mlid()));
        }
    }

    private static int call(String call, Pointer qp, Gid mgid, Lid mlid) {
        try (CStruct gid = CStruct.allocate(GID_BYTES)) {
            gid.pointer().write(0, mgid.toBytes(), 0, GID_BYTES);
            short lid = (short) mlid.value();
            return NativeObject.errno(
                    call.equals(ATTACH)
                            ? ObjectCalls.ibv_attach_mcast(qp, gid.pointer(), lid)
                            : ObjectCalls.ibv_detach_mcast(qp, gid.pointer(), lid));
        }
    }

    /** EINVAL has several reasons, and the kernel does not say which. */
    private String refusal(Gid mgid, Lid mlid) {
        if (pair.init().type() != QpType.UD) {
            return "only a datagram queue pair (UD) receives multicast, not " + pair.init().type();
        }
        if (!isMulticast(mgid)) {
            return "a multicast GID begins with ff (RoCE v2 with IPv4: ::ffff:224.0.0.0 and up),"
                    + " unlike "
                    + mgid;
        }
        if (!mlid.isMulticast()) {
            return "on InfiniBand the LID of a group lies in 49152..65534 (0xc000..0xfffe), not "
                    + mlid;
        }
        return "the driver takes no such group, or no more: look at its maxMcastGrp and"
                + " maxMcastQpAttach";
    }

    static boolean isMulticast(Gid gid) {
        boolean ipv4 = gid.prefix() == 0 && gid.interfaceId() >>> 32 == MAPPED_IPV4;
        return gid.isMulticast() || (ipv4 && (gid.interfaceId() >>> 28 & 0xf) == IPV4_MULTICAST);
    }

    /** Why the pair cannot be destroyed; empty if nothing keeps it. */
    String hindrance() {
        synchronized (attached) {
            return attached.isEmpty()
                    ? ""
                    : "detach it first from its multicast groups: " + words();
        }
    }

    private String words() {
        return attached.stream()
                .map(each -> each.mgid() + " with LID " + each.mlid())
                .collect(Collectors.joining(", "));
    }
}
