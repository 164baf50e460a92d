// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.sa;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.mad.NodeRecord;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaAttribute;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.mad.SaStatus;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.subnet.FabricGraph;

/**
 * Answers questions about groups and nodes. What OpenSM 3.3.23 was seen to do: it gives no answer
 * to an attribute or a method that it does not know, nor to a wrong SM_Key; an empty table is no
 * error, but a Get that finds nothing, or several, is one.
 */
final class SaDatabase {
    private static final long NODE_MASK = NodeRecord.MASK_LID | NodeRecord.MASK_PORT_GUID;

    private final GroupRecords groups;
    private final NodeRecords nodes;

    SaDatabase(FabricGraph graph, GroupTable table) {
        this.groups = new GroupRecords(table);
        this.nodes = new NodeRecords(graph);
    }

    /** Every member of every group. */
    List<McMemberRecord> members() {
        return groups.members();
    }

    /** The nodes of all ports. */
    List<NodeRecord> nodes() {
        return nodes.find(NodeRecord.decode(new byte[NodeRecord.SIZE]), 0);
    }

    /**
     * The answer; null if there is none.
     *
     * @param trusted whether the SM_Key was the right one
     */
    @Nullable SaAnswer answer(SaQuery question, boolean trusted) {
        boolean get = question.method() == SaQuery.GET;
        Optional<SaAttribute> attribute = SaAttribute.ofCode(question.attributeId());
        if (attribute.isEmpty() || (!get && question.method() != SaQuery.GET_TABLE)) {
            return null;
        }
        if (attribute.get() == SaAttribute.NODE_RECORD
                && (question.componentMask() & ~NODE_MASK) != 0) {
            // A real one knows more; this one does not pretend.
            return SaAnswer.error(question, SaStatus.INVALID_REQUEST.code());
        }
        List<byte[]> found = find(attribute.get(), question, trusted);
        if (get && found.size() != 1) {
            SaStatus status = found.isEmpty() ? SaStatus.NO_RECORDS : SaStatus.TOO_MANY_RECORDS;
            return SaAnswer.error(question, status.code());
        }
        return SaAnswer.table(question, attribute.get(), found);
    }

    private List<byte[]> find(SaAttribute attribute, SaQuery question, boolean trusted) {
        byte[] wanted = question.record(attribute.recordBytes());
        long mask = question.componentMask();
        return switch (attribute) {
            case NODE_RECORD ->
                    nodes.find(NodeRecord.decode(wanted), mask).stream()
                            .map(NodeRecord::encode)
                            .toList();
            case MC_MEMBER_RECORD ->
                    groups.find(McMemberRecord.decode(wanted), mask, trusted).stream()
                            .map(McMemberRecord::encode)
                            .toList();
        };
    }
}
