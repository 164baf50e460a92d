// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import java.util.function.IntConsumer;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.Mlx4dvContext;
import org.rdmaagent.jna.layout.Mlx4dvCq;
import org.rdmaagent.jna.layout.Mlx4dvObj;
import org.rdmaagent.jna.layout.Mlx4dvQp;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.spi.mlx4.QpLayout.WorkRing;

/** What libmlx4 tells, as values. The objects are held, and the guard was asked. */
final class ObjectLayouts {
    private ObjectLayouts() {}

    static Mlx4DriverAttributes attributes(CStruct told) {
        return new Mlx4DriverAttributes(
                told.integer(Mlx4dvContext.VERSION),
                told.get(Mlx4dvContext.MAX_INL_RECV_SZ),
                told.get(Mlx4dvContext.COMP_MASK));
    }

    /**
     * Asks.
     *
     * @param answered throws what the library answers
     */
    static CqLayout cq(Pointer cq, IntConsumer answered) {
        try (CStruct object = CStruct.allocate(Mlx4dvObj.SIZE);
                CStruct view = CStruct.allocate(Mlx4dvCq.SIZE)) {
            view.put(Mlx4dvCq.COMP_MASK, Mlx4Calls.CQ_MASK_UAR);
            object.put(Mlx4dvObj.CQ_IN, cq).put(Mlx4dvObj.CQ_OUT, view.pointer());
            answered.accept(Mlx4Calls.mlx4dv_init_obj(object.pointer(), Mlx4Calls.OBJ_CQ));
            boolean uar = (view.get(Mlx4dvCq.COMP_MASK) & Mlx4Calls.CQ_MASK_UAR) != 0;
            return new CqLayout(
                    view.get(Mlx4dvCq.BUF),
                    view.integer(Mlx4dvCq.CQN),
                    view.integer(Mlx4dvCq.CQE_CNT),
                    view.integer(Mlx4dvCq.CQE_SIZE),
                    view.get(Mlx4dvCq.SET_CI_DB),
                    view.get(Mlx4dvCq.ARM_DB),
                    view.integer(Mlx4dvCq.ARM_SN),
                    uar ? view.get(Mlx4dvCq.CQ_UAR) : 0);
        }
    }

    /**
     * Asks.
     *
     * @param answered throws what the library answers
     */
    static QpLayout qp(Pointer qp, IntConsumer answered) {
        try (CStruct object = CStruct.allocate(Mlx4dvObj.SIZE);
                CStruct view = CStruct.allocate(Mlx4dvQp.SIZE)) {
            object.put(Mlx4dvObj.QP_IN, qp).put(Mlx4dvObj.QP_OUT, view.pointer());
            answered.accept(Mlx4Calls.mlx4dv_init_obj(object.pointer(), Mlx4Calls.OBJ_QP));
            return new QpLayout(
                    view.get(Mlx4dvQp.BUF),
                    view.get(Mlx4dvQp.LENGTH),
                    view.get(Mlx4dvQp.RDB),
                    view.get(Mlx4dvQp.SDB),
                    view.integer(Mlx4dvQp.DOORBELL_QPN),
                    new WorkRing(
                            view.integer(Mlx4dvQp.SQ_WQE_CNT),
                            view.integer(Mlx4dvQp.SQ_WQE_SHIFT),
                            view.integer(Mlx4dvQp.SQ_OFFSET)),
                    new WorkRing(
                            view.integer(Mlx4dvQp.RQ_WQE_CNT),
                            view.integer(Mlx4dvQp.RQ_WQE_SHIFT),
                            view.integer(Mlx4dvQp.RQ_OFFSET)));
        }
    }
}
