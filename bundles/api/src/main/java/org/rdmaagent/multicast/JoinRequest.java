// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.util.Optional;
import java.util.regex.Pattern;
import org.rdmaagent.PortId;

/**
 * A membership as it is asked for.
 *
 * @param name of the membership, unique among them; empty to be given one
 * @param port by which port; its first network address is used then
 * @param localAddress by which local address, an IP literal, instead of a port; one of both is
 *     needed
 * @param group which group
 * @param portSpace from which space
 * @param memberKind what it may do
 * @param loopback whether messages that the queue pair itself sends to the group come back to it; a
 *     wish: not every driver can keep them away, and the status says so
 * @param queuePair the queue pair to attach, as its name or its number, of those that the agent
 *     holds on the device; empty to have one made, which ends with the membership
 * @param receiveBuffers receives that a queue pair made for it has posted, 1 to 16384, and at most
 *     what the device allows ({@code max_qp_wr})
 * @param receiveBytes what each of these has room for, 1 to 4096, without the network header
 * @param counted whether the agent polls the queue of a pair made for it by a loop of its own and
 *     counts what arrives; if not, name the queue in the file of a loop
 */
public record JoinRequest(
        Optional<String> name,
        Optional<PortId> port,
        Optional<String> localAddress,
        GroupAddress group,
        PortSpace portSpace,
        MemberKind memberKind,
        boolean loopback,
        Optional<String> queuePair,
        int receiveBuffers,
        int receiveBytes,
        boolean counted) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    /** Checks names and ranges. */
    public JoinRequest {
        if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
            throw new IllegalArgumentException(
                    "the name of a membership has letters, digits, - and _, 64 at the most, not "
                            + GroupAddress.shown(name.get()));
        }
        if (port.isPresent() == localAddress.isPresent()) {
            throw new IllegalArgumentException(
                    "give either a device and port or a local address, not "
                            + (port.isPresent() ? "both" : "neither"));
        }
        check("receiveBuffers", receiveBuffers, 16_384);
        check("receiveBytes", receiveBytes, 4096);
    }

    private static void check(String key, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(key + " lies in 1.." + most + ", not " + value);
        }
    }

    /** By a port, with everything else as it mostly is. */
    public static JoinRequest by(PortId port, GroupAddress group) {
        return new JoinRequestBuilder(group).port(port).build();
    }

    /** By a local address, with everything else as it mostly is. */
    public static JoinRequest by(String localAddress, GroupAddress group) {
        return new JoinRequestBuilder(group).localAddress(localAddress).build();
    }

    /** To change something of it. */
    public JoinRequestBuilder change() {
        return new JoinRequestBuilder(this);
    }
}
