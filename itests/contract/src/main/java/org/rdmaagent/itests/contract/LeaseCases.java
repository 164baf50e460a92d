// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/** What an owner holds outlives the owner. */
final class LeaseCases {
    private static final String OWNER = "contract-lease";

    private LeaseCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("what was handed back is there again", LeaseCases::adopted),
                ContractCase.of("a connection goes on under the next owner", LeaseCases::goesOn),
                ContractCase.of("taking a lease up ends its earlier use", LeaseCases::takenOver),
                ContractCase.of("a lease that was given back is not used", LeaseCases::unusable),
                ContractCase.of("owners do not see each other", LeaseCases::apart),
                ContractCase.of("closing a lease closes everything", LeaseCases::closed));
    }

    private static void adopted(Workbench bench) {
        VerbsLease first = bench.rig().library().lease(OWNER);
        Expect.equal(OWNER, first.owner(), "owner");
        ContextHandle context = first.open(bench.rig().device(), "kept");
        context.allocPd("pd");
        context.createCq("cq", 4, null, 0);
        List<VerbsHandle> before = context.handles();
        first.handBack();
        first.handBack();
        try (VerbsLease second = bench.rig().library().lease(OWNER)) {
            Expect.equal(List.of(context), second.contexts(), "contexts");
            ContextHandle again = second.contexts().get(0);
            Expect.equal("kept", again.name(), "name");
            Expect.equal(before, again.handles(), "handles");
            Expect.that(again.handles().get(0).isOpen(), "they are open");
            Expect.mistaken(
                    () -> second.open(bench.rig().device(), "kept"), "a name that is taken");
        }
    }

    private static void goesOn(Workbench bench) {
        Endpoint[] pair = bench.pair(QpType.RC);
        pair[1].receive(1, pair[1].in(0, 64));
        bench.lease().handBack();
        try (VerbsLease next = bench.rig().library().lease(Workbench.OWNER)) {
            Expect.equal(List.of(bench.context()), next.contexts(), "contexts");
            Expect.that(
                    next.contexts().get(0).handles().contains(pair[0].qp()),
                    "the queue pair is found");
            byte[] sent = pair[0].fill(0, 64, 21);
            pair[0].send(2, pair[0].out(0, 64));
            Expect.that(bench.await(pair[1].receives()).succeeded(), "received");
            pair[1].receivedIs(sent, 0, "received");
        }
        Expect.that(!pair[0].qp().isOpen(), "closed with the lease");
    }

    private static void takenOver(Workbench bench) {
        VerbsLease first = bench.rig().library().lease(OWNER);
        ContextHandle context = first.open(bench.rig().device(), "kept");
        try (VerbsLease second = bench.rig().library().lease(OWNER)) {
            Expect.refused(
                    "EBADF", () -> first.open(bench.rig().device(), "more"), "using the first");
            first.close();
            Expect.that(context.isOpen(), "closing the first closes nothing any more");
            Expect.equal(List.of(context), second.contexts(), "contexts of the second");
        }
        Expect.that(!context.isOpen(), "closed by the second");
    }

    private static void unusable(Workbench bench) {
        VerbsLease lease = bench.rig().library().lease(OWNER);
        lease.handBack();
        Expect.refused("EBADF", () -> lease.open(bench.rig().device(), "x"), "after handBack");
        VerbsLease other = bench.rig().library().lease(OWNER);
        other.close();
        other.close();
        Expect.refused("EBADF", () -> other.open(bench.rig().device(), "x"), "after close");
    }

    private static void apart(Workbench bench) {
        try (VerbsLease other = bench.rig().library().lease(OWNER)) {
            Expect.equal(List.of(), other.contexts(), "contexts of another owner");
            ContextHandle context = other.open(bench.rig().device(), "context");
            Expect.that(!context.equals(bench.context()), "a context of its own");
            Expect.equal(List.of(bench.context()), bench.lease().contexts(), "own contexts");
        }
        Expect.that(bench.context().isOpen(), "the own context is still open");
    }

    private static void closed(Workbench bench) {
        VerbsLease lease = bench.rig().library().lease(OWNER);
        ContextHandle context = lease.open(bench.rig().device(), "full");
        var pd = context.allocPd("pd");
        var channel = context.createChannel("channel");
        var cq = context.createCq("cq", 16, channel, 0);
        var qp = pd.createQp("qp", ObjectCases.rc(), cq, cq, null);
        var group =
                pd.createQp("group", new QpInit(QpType.UD, Endpoint.SIZES, false), cq, cq, null);
        group.modify(Steps.init(QpType.UD, bench.rig().port()).build());
        group.attach(new Gid(0xff12_0000_0000_0000L, 5), new Lid(0xc001));
        pd.createAh("ah", bench.way());
        pd.registerMemory("mr", 64, Set.of());
        lease.close();
        for (VerbsHandle handle : List.of(context, pd, channel, cq, qp, group)) {
            Expect.that(!handle.isOpen(), handle.name() + " is closed");
        }
    }
}
