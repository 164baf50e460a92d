// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.sa;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.McMemberComponent;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaAttribute;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.multicast.sa.SubnetAdministration;
import org.rdmaagent.multicast.sa.SubnetPort;
import org.rdmaagent.multicast.sa.SubnetPorts;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/**
 * Asks the subnet administration through libibumad, in a JVM of its own; each line is something
 * found.
 */
public final class SaMain {
    private static final int SET = 0x02;
    private static final long SECONDS_5 = 5_000_000_000L;

    private final UmadTransport transport;
    private final SubnetPorts ports = SubnetPorts.ofManagement();
    private final PortId port;

    private SaMain(UmadTransport transport) {
        this.transport = transport;
        this.port = transport.ports().get(0);
    }

    /**
     * Runs.
     *
     * @param arguments one after the other: {@code join=LAST;STATE} joins ff12:401b:ffff::ffff:LAST
     *     (hexadecimal) and makes it if need be; {@code groups}; {@code members=KEY}; {@code
     *     own=LAST}
     */
    public static void main(String[] arguments) {
        try (UmadTransport transport = new UmadTransport(new HostFiles())) {
            SaMain main = new SaMain(transport);
            for (String argument : arguments) {
                String[] words = (argument + "=").split("=", -1);
                main.run(words[0], words[1]);
            }
        }
    }

    private SubnetAdministration asked(long smKey) {
        return new SubnetAdministration(transport, ports, () -> smKey);
    }

    private void run(String what, String how) {
        try {
            switch (what) {
                case "join" -> join(mgid(how.split(";")[0]), Integer.parseInt(how.split(";")[1]));
                case "groups" -> print(asked(0).groups(port));
                case "members" -> print(asked(Long.parseLong(how)).members(port, Optional.empty()));
                case "own" -> print(asked(0).membershipOf(port, mgid(how)).stream().toList());
                default -> throw new IllegalArgumentException(what);
            }
        } catch (RdmaException e) {
            System.out.println("refused=" + e.getMessage());
        }
    }

    private static Gid mgid(String last) {
        return new Gid(0xff12_401b_ffff_0000L, 0xffff_0000L | Long.parseLong(last, 16));
    }

    private static void print(List<?> rows) {
        rows.forEach(System.out::println);
    }

    /** As the kernel does it for IP over InfiniBand: SubnAdmSet(MCMemberRecord). */
    private void join(Gid mgid, int state) {
        try (MadSession session = transport.open(port)) {
            SubnetPort own = ports.port(session);
            System.out.println("joined=" + mgid + " status " + set(session, own, mgid, state));
        }
    }

    private static int set(MadSession session, SubnetPort own, Gid mgid, int state) {
        McMemberRecord wanted =
                new McMemberRecord(
                        mgid, own.gid(), 0x0b1b, 0, 0, 0, 0, 0xffff, 0, 0, 0, 0, 0, 0, 0, 2, state,
                        false);
        long mask =
                Arrays.stream(
                                new McMemberComponent[] {
                                    McMemberComponent.MGID,
                                    McMemberComponent.PORT_GID,
                                    McMemberComponent.QKEY,
                                    McMemberComponent.TRAFFIC_CLASS,
                                    McMemberComponent.PKEY,
                                    McMemberComponent.SL,
                                    McMemberComponent.FLOW_LABEL,
                                    McMemberComponent.JOIN_STATE
                                })
                        .mapToLong(McMemberComponent::mask)
                        .sum();
        int attribute = SaAttribute.MC_MEMBER_RECORD.code();
        SaQuery set = new SaQuery(SET, state, attribute, 0, mask, wanted.encode());
        int agent = session.register(MadClass.SUBN_ADM);
        MadAddress sm = new MadAddress(own.smLid(), 1, 0x8001_0000, own.smSl());
        session.send(agent, sm, set.toBytes(), 3_000);
        MadReply reply = session.receive(SECONDS_5);
        return reply == null || reply.status() != 0 ? -1 : SaAnswer.decode(reply.mad()).status();
    }
}
