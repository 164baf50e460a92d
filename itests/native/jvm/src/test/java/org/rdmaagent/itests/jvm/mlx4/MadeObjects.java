// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** One of each kind of object that needs memory of the host. */
final class MadeObjects implements AutoCloseable {
    final PdHandle pd;
    final CqHandle cq;
    final QpHandle qp;
    final SrqHandle srq;
    final WqHandle wq;

    MadeObjects(ContextHandle context, String name) {
        pd = context.allocPd(name);
        cq = context.createCq(name, 1000, null, 0);
        qp = pd.createQp(name, new QpInit(QpType.RC, Bench.SIZES, false), cq, cq, null);
        srq = pd.createSrq(name, new SrqAttributes(10, 1, 0));
        wq = pd.createWq(name, new WqInit(WqType.RQ, 1000, 2), cq);
    }

    void resize() {
        cq.resize(2000);
    }

    @Override
    public void close() {
        List<VerbsHandle> all = new ArrayList<>(List.of(wq, srq, qp, cq, pd));
        all.forEach(VerbsHandle::close);
    }
}
