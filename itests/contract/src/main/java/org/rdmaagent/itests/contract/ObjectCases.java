// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;

/** Making, naming, listing and closing. */
final class ObjectCases {
    private ObjectCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("objects are listed and counted until closed", ObjectCases::listed),
                ContractCase.of("closing twice does nothing", ObjectCases::twice),
                ContractCase.of("a name is taken until its object is closed", ObjectCases::names),
                ContractCase.of("the list can be closed in its order", ObjectCases::inOrder),
                ContractCase.of("what is of another context is refused", ObjectCases::foreign),
                ContractCase.of("no device of that name", ObjectCases::noDevice),
                ContractCase.of("sizes are granted at least as asked", ObjectCases::granted));
    }

    /** One of every kind that all devices have. */
    static List<VerbsHandle> oneOfEach(Workbench bench) {
        List<VerbsHandle> made = new ArrayList<>();
        ChannelHandle channel = bench.context().createChannel(bench.name("channel"));
        CqHandle cq = bench.context().createCq(bench.name("cq"), 10, channel, 0);
        made.add(channel);
        made.add(cq);
        made.add(bench.memory(4096));
        made.add(bench.pd().createAh(bench.name("ah"), bench.way()));
        made.add(bench.pd().createQp(bench.name("qp"), rc(), cq, cq, null));
        if (bench.rig().traits().contains(Trait.SRQ)) {
            made.add(bench.pd().createSrq(bench.name("srq"), new SrqAttributes(10, 2, 0)));
        }
        return made;
    }

    static QpInit rc() {
        return new QpInit(QpType.RC, Endpoint.SIZES, false);
    }

    private static Map<ObjectKind, Integer> held(ContextHandle context) {
        Map<ObjectKind, Integer> held = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            held.put(kind, context.resources().held(kind));
        }
        return held;
    }

    private static void listed(Workbench bench) {
        Map<ObjectKind, Integer> before = held(bench.context());
        Expect.equal(1, before.get(ObjectKind.PROTECTION_DOMAIN), "protection domains held");
        for (VerbsHandle handle : oneOfEach(bench)) {
            Expect.that(handle.isOpen(), handle.name() + " is open");
            Expect.that(
                    bench.context().handles().contains(handle), handle.name() + " is in the list");
            before.merge(handle.kind(), 1, Integer::sum);
        }
        Expect.equal(before, held(bench.context()), "what is held");
        for (VerbsHandle handle : bench.context().handles()) {
            handle.close();
            before.merge(handle.kind(), -1, Integer::sum);
            Expect.that(!handle.isOpen(), handle.name() + " is closed");
            Expect.that(
                    !bench.context().handles().contains(handle), handle.name() + " left the list");
        }
        Expect.equal(before, held(bench.context()), "what is held in the end");
    }

    private static void twice(Workbench bench) {
        oneOfEach(bench);
        for (VerbsHandle handle : bench.context().handles()) {
            handle.close();
            handle.close();
            Expect.that(!handle.isOpen(), handle.name() + " is closed");
        }
        bench.context().close();
        bench.context().close();
        Expect.equal(List.of(), bench.lease().contexts(), "contexts of the lease");
    }

    private static void names(Workbench bench) {
        Expect.mistaken(() -> bench.context().allocPd("pd"), "a second pd of one name");
        VerbsHandle cq = bench.context().createCq("pd", 4, null, 0);
        Expect.mistaken(() -> bench.context().createCq("pd", 4, null, 0), "a second cq");
        Expect.mistaken(() -> bench.lease().open(bench.rig().device(), "context"), "a context");
        cq.close();
        bench.context().createCq("pd", 4, null, 0).close();
        VerbsHandle memory = bench.pd().registerMemory("m", 64, Set.of(AccessFlag.LOCAL_WRITE));
        Expect.mistaken(
                () -> bench.pd().registerMemory("m", 64, Set.of(AccessFlag.LOCAL_WRITE)),
                "a second region");
        Expect.that(memory.isOpen(), "the first region is still open");
    }

    private static void inOrder(Workbench bench) {
        oneOfEach(bench);
        oneOfEach(bench);
        bench.context().handles().forEach(VerbsHandle::close);
        Expect.equal(List.of(), bench.context().handles(), "what is open");
    }

    private static void foreign(Workbench bench) {
        ContextHandle other = bench.lease().open(bench.rig().device(), "other");
        CqHandle strange = other.createCq("cq", 4, null, 0);
        ChannelHandle channel = other.createChannel("channel");
        CqHandle own = bench.cq(4);
        Expect.mistaken(
                () -> bench.pd().createQp("qp", rc(), strange, own, null), "a strange send queue");
        Expect.mistaken(
                () -> bench.pd().createQp("qp", rc(), own, strange, null), "a strange receiver");
        Expect.mistaken(() -> bench.context().createCq("told", 4, channel, 0), "a strange channel");
        Expect.equal(2, other.handles().size(), "handles of the other context");
    }

    private static void noDevice(Workbench bench) {
        Expect.refused("ENODEV", () -> bench.lease().open("no_such_device", "none"), "opening it");
        Expect.equal(1, bench.lease().contexts().size(), "contexts");
    }

    private static void granted(Workbench bench) {
        Expect.that(bench.cq(100).cqe() >= 100, "entries of a completion queue");
        Endpoint end = bench.endpoint(QpType.RC);
        var sizes = end.qp().init().capabilities();
        Expect.that(sizes.maxSendWr() >= Endpoint.DEPTH, "sends: " + sizes);
        Expect.that(sizes.maxRecvWr() >= Endpoint.DEPTH, "receives: " + sizes);
        Expect.that(sizes.maxSendSge() >= Endpoint.SEGMENTS, "send segments: " + sizes);
        Expect.that(sizes.maxRecvSge() >= Endpoint.SEGMENTS, "receive segments: " + sizes);
        Expect.that(sizes.maxInlineData() >= Endpoint.INLINE, "inline: " + sizes);
        Expect.equal(QpType.RC, end.qp().init().type(), "type");
        Expect.that(end.qp().number().value() > 1, "a number beyond those of management");
        Expect.equal(end.sends(), end.qp().sendCq().orElse(null), "send queue");
        Expect.equal(end.receives(), end.qp().recvCq().orElse(null), "receive queue");
        Expect.equal((byte) 0, end.memory().buffer().get(0), "fresh memory is zero");
        Expect.equal(2L * Endpoint.HALF, end.memory().length(), "length of the region");
        Expect.equal(2 * Endpoint.HALF, end.memory().buffer().remaining(), "its view");
    }
}
