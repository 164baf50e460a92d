// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/**
 * An open context, and what is made on it.
 *
 * @param context as libibverbs has it
 */
record Mlx4Table(Mlx4Bench bench, ContextHandle context) {
    /** Sixty-four requests each way, of one segment. */
    static final QpCapabilities SIZES = new QpCapabilities(64, 64, 1, 1, 0);

    Mlx4Context mlx4() {
        return bench.mlx4(context);
    }

    Mlx4ContextStatus status() {
        return mlx4().status();
    }

    /** Who gives now. */
    String allocator() {
        return status().allocator().name();
    }

    AllocatorStatistics statistics() {
        return status().allocator().statistics();
    }

    LogWqsRange range() {
        return status().logWqsRange();
    }

    PdHandle pd() {
        return context.allocPd(bench.name("pd"));
    }

    CqHandle cq(int cqe) {
        return context.createCq(bench.name("cq"), cqe, null, 0);
    }

    /** A queue pair whose completions all go to one queue. */
    QpHandle qp(PdHandle pd, CqHandle cq, QpType type) {
        return pd.createQp(bench.name("qp"), new QpInit(type, SIZES, false), cq, cq, null);
    }

    /** One with a shared receive queue. */
    QpHandle qp(PdHandle pd, CqHandle cq, SrqHandle srq) {
        return pd.createQp(bench.name("qp"), new QpInit(QpType.RC, SIZES, false), cq, cq, srq);
    }

    /** One whose receives take larger entries than its sends. */
    QpHandle wideReceives(PdHandle pd, CqHandle cq) {
        QpCapabilities wide = new QpCapabilities(16, 16, 1, 16, 0);
        return pd.createQp(bench.name("qp"), new QpInit(QpType.RC, wide, false), cq, cq, null);
    }

    SrqHandle srq(PdHandle pd, int maxWr, int maxSge) {
        return pd.createSrq(bench.name("srq"), new SrqAttributes(maxWr, maxSge, 0));
    }

    WqHandle wq(PdHandle pd, CqHandle cq, int maxWr) {
        return pd.createWq(bench.name("wq"), new WqInit(WqType.RQ, maxWr, 1), cq);
    }
}
