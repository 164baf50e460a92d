// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvRwqIndTable;
import org.rdmaagent.jna.layout.IbvRwqIndTableInitAttr;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.ObjectKind;

/** {@code struct ibv_rwq_ind_table}. */
final class NativeRwqTable extends NativeObject implements RwqTableHandle {
    private static final String CREATE = "ibv_create_rwq_ind_table";

    private final NativeContext context;
    private final List<NativeWq> queues;
    private final int number;

    private NativeRwqTable(
            Origin origin, Pointer table, NativeContext context, List<NativeWq> queues) {
        super(origin, table);
        this.context = context;
        this.queues = List.copyOf(queues);
        this.number = CStruct.at(table).integer(IbvRwqIndTable.IND_TBL_NUM);
    }

    static NativeRwqTable create(NativeContext context, String name, List<NativeWq> queues) {
        List<NativeObject> needs = new ArrayList<>(queues);
        needs.add(context);
        return context.registry()
                .make(
                        CREATE,
                        ObjectKind.RECEIVE_INDIRECTION_TABLE,
                        name,
                        needs,
                        origin -> create(origin, context, queues));
    }

    private static NativeRwqTable create(
            Origin origin, NativeContext context, List<NativeWq> queues) {
        QpCreation.requireOffered(CREATE, VerbsContext.CREATE_RWQ_IND_TABLE, origin, context);
        if (Integer.bitCount(queues.size()) != 1) {
            throw VerbsFailure.of(
                    CREATE,
                    VerbsFailure.EINVAL,
                    origin.subject(),
                    "a table has 1, 2, 4, 8 ... queues, not " + queues.size());
        }
        try (CStruct init = CStruct.allocate(IbvRwqIndTableInitAttr.SIZE);
                CStruct list = CStruct.allocate((long) queues.size() * Native.POINTER_SIZE)) {
            for (int i = 0; i < queues.size(); i++) {
                list.pointer().setPointer((long) i * Native.POINTER_SIZE, queues.get(i).pointer());
            }
            init.put(
                            IbvRwqIndTableInitAttr.LOG_IND_TBL_SIZE,
                            Integer.numberOfTrailingZeros(queues.size()))
                    .put(IbvRwqIndTableInitAttr.IND_TBL, list.pointer());
            Pointer table =
                    context.calls()
                            .create(
                                    VerbsContext.CREATE_RWQ_IND_TABLE,
                                    context.pointer(),
                                    init.pointer());
            if (table == null) {
                int errno = ObjectCalls.lastError(VerbsFailure.EINVAL);
                String arguments =
                        "the table is longer than the device allows, or the driver wants other"
                                + " queues in it";
                throw VerbsFailure.of(CREATE, errno, origin.subject(), Remedy.of(errno, arguments));
            }
            return new NativeRwqTable(origin, table, context, queues);
        }
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_rwq_ind_table";
    }

    @Override
    int destroy(Pointer table) {
        return context.calls().call(VerbsContext.DESTROY_RWQ_IND_TABLE, table);
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public List<WqHandle> queues() {
        return List.copyOf(queues);
    }
}
