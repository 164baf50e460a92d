// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.Guid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.MadFormatException;
import org.rdmaagent.mad.McMemberComponent;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.NodeRecord;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaAttribute;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.mad.SaStatus;

/** The tables of a subnet, asked for over one session. Used by one thread. */
final class SaTables {
    /** Up to so many nodes are asked for one by one; beyond, the table of all is cheaper. */
    static final int NAMES_ONE_BY_ONE = 8;

    private static final int EPROTO = 71;

    private final SaExchange exchange;

    SaTables(SaExchange exchange) {
        this.exchange = exchange;
    }

    /** Groups or members that are equal to a record in some components; none means all. */
    List<McMemberRecord> members(long smKey, McMemberRecord wanted, McMemberComponent... equal) {
        long mask = 0;
        for (McMemberComponent component : equal) {
            mask |= component.mask();
        }
        SaQuery query = SaQuery.table(SaAttribute.MC_MEMBER_RECORD, smKey, mask, wanted.encode());
        return records(SaAttribute.MC_MEMBER_RECORD, query).stream()
                .map(McMemberRecord::decode)
                .toList();
    }

    /** The names of the nodes of some ports; a port that is not known has none. */
    Map<Guid, String> names(Collection<Guid> ports) {
        Map<Guid, String> names = new HashMap<>();
        if (ports.size() > NAMES_ONE_BY_ONE) {
            add(names, SaQuery.all(SaAttribute.NODE_RECORD, 0));
        } else {
            ports.forEach(port -> add(names, byPort(port)));
        }
        return names;
    }

    /** The name of the node of a port. */
    Optional<String> name(Guid port) {
        return Optional.ofNullable(names(List.of(port)).get(port));
    }

    private static SaQuery byPort(Guid port) {
        NodeInfo info = new NodeInfo(0, 0, Guid.ZERO, Guid.ZERO, port, 0, 0, 0, 0, 0);
        NodeRecord wanted = new NodeRecord(0, info, new NodeDescription(""));
        return SaQuery.table(
                SaAttribute.NODE_RECORD, 0, NodeRecord.MASK_PORT_GUID, wanted.encode());
    }

    private void add(Map<Guid, String> names, SaQuery query) {
        for (byte[] bytes : records(SaAttribute.NODE_RECORD, query)) {
            NodeRecord node = NodeRecord.decode(bytes);
            names.put(node.info().portGuid(), node.description().text());
        }
    }

    private List<byte[]> records(SaAttribute attribute, SaQuery query) {
        String call = "SubnAdmGetTable(" + attribute.label() + ")";
        SaAnswer answer = exchange.ask(call, query);
        int status = answer.status();
        if (status == SaStatus.NO_RECORDS.code()) {
            return List.of();
        }
        if (status != 0) {
            throw refused(
                    call,
                    "the subnet administration answers with "
                            + SaStatus.text(status)
                            + "; see the log of the subnet manager");
        }
        try {
            return answer.records(attribute.recordBytes());
        } catch (MadFormatException e) {
            throw refused(call, "the answer is malformed (" + e.getMessage() + "); report it");
        }
    }

    private RdmaException refused(String call, String remedy) {
        return new RdmaException(call, Errno.of(EPROTO), exchange.subject(), remedy);
    }
}
