// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.io.File;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;

/** What a failed call of librdmacm means, and what to do about it. */
final class CmFailure {
    static final int ENXIO = 6;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETUNREACH = 101;

    /** The kernel's own number, which some joins let out. */
    static final int ENOTSUPP = 524;

    private static final File DEVICE = new File("/dev/infiniband/rdma_cm");

    private CmFailure() {}

    static RdmaException of(String call, int errno, String subject) {
        return of(call, errno, subject, remedy(errno));
    }

    static RdmaException of(String call, int errno, String subject, String remedy) {
        return new RdmaException(call, Errno.of(errno), subject, remedy);
    }

    /** What can be done wherever the number comes from, one sentence. */
    private static String remedy(int errno) {
        return switch (errno) {
            case VerbsFailure.EACCES, VerbsFailure.EPERM ->
                    "let the agent's user read and write /dev/infiniband/rdma_cm: add it to the"
                            + " group that owns the file (ls -l /dev/infiniband), or write a udev"
                            + " rule such as KERNEL==\"rdma_cm\", GROUP=\"rdma\", MODE=\"0666\"";
            case VerbsFailure.ENODEV, ENXIO ->
                    "the device is gone or its driver is being reloaded; try again when it is back";
            case VerbsFailure.ENOMEM -> "the kernel has no memory left for it; look at dmesg";
            case ENETUNREACH, VerbsFailure.EHOSTUNREACH ->
                    "no route leads there through an RDMA port: look at ip route get ADDRESS";
            case VerbsFailure.EINVAL -> "the kernel refused it in this state of the id";
            default -> VerbsFailure.remedy(errno);
        };
    }

    /**
     * Of the event channel. The library looks once, with the first channel, whether the kernel
     * takes MGIDs and members that only send; where it could not open one it does without them
     * until the process ends. The kernel without rdma_ucm is ENODEV whatever the library makes of
     * it; where there is no udev, it leaves ENOENT of a later attempt even if the file may not be
     * opened.
     */
    static RdmaException open(int errno) {
        int told = errno;
        if (errno == VerbsFailure.ENOENT || errno == ENXIO) {
            boolean forbidden = DEVICE.exists() && !(DEVICE.canRead() && DEVICE.canWrite());
            told = forbidden ? VerbsFailure.EACCES : VerbsFailure.ENODEV;
        }
        String remedy =
                told == VerbsFailure.ENODEV
                        ? "this host has no RDMA device, or the kernel offers no"
                                + " /dev/infiniband/rdma_cm: load the adapter's driver and the"
                                + " module (modprobe rdma_ucm), and restart the agent"
                        : remedy(told) + "; then restart the agent";
        return of("rdma_create_event_channel", told, "this host", remedy);
    }

    static RdmaException bind(int errno, String subject) {
        return of(
                "rdma_bind_addr",
                errno,
                subject,
                switch (errno) {
                    case EADDRNOTAVAIL ->
                            "no network interface of this host has this address (ip address)";
                    case VerbsFailure.ENODEV -> noRdmaPort();
                    case VerbsFailure.EINVAL ->
                            "an id is bound once, to an address of IPv4 or IPv6; make a new one";
                    case EADDRINUSE -> "another program is bound to this address and port";
                    default -> remedy(errno);
                });
    }

    static String noRdmaPort() {
        return "the address is not of the network interface of an RDMA port (rdma link shows"
                + " which interfaces are)";
    }

    static RdmaException resolve(int errno, String subject) {
        return of(
                "rdma_resolve_addr",
                errno,
                subject,
                switch (errno) {
                    case EADDRNOTAVAIL ->
                            "no network interface of this host has the local address (ip address)";
                    case VerbsFailure.ENODEV ->
                            "the way there does not lead through an RDMA port (ip route get"
                                    + " ADDRESS, rdma link)";
                    case VerbsFailure.EINVAL ->
                            "an id is resolved once, and both addresses are of the same family;"
                                    + " make a new one";
                    default -> remedy(errno);
                });
    }

    /**
     * Of a join.
     *
     * @param bound whether the id is tied to a port
     * @param sendOnly whether it was to send only
     */
    static RdmaException join(int errno, String subject, boolean bound, boolean sendOnly) {
        return of(
                IdGroups.JOIN,
                errno,
                subject,
                switch (errno) {
                    case EADDRNOTAVAIL ->
                            "the IPoIB interface of the port has not joined its broadcast group:"
                                    + " bring it up (ip link set IFACE up) and see that a subnet"
                                    + " manager runs";
                    case VerbsFailure.EOPNOTSUPP ->
                            sendOnly
                                    ? "the subnet manager does not know members that only send:"
                                            + " join as a full member, or update it"
                                    : remedy(errno);
                    case ENOTSUPP ->
                            "RoCE v2 takes groups of IPv4 only: use an IPv4 group, or"
                                    + " mgid:::ffff:a.b.c.d";
                    case VerbsFailure.EINVAL ->
                            bound
                                    ? "the port takes no such group: one on Ethernet takes those of"
                                            + " IP, and none is assigned there"
                                    : "bind the id to a local address of an RDMA port first";
                    default -> remedy(errno);
                });
    }
}
