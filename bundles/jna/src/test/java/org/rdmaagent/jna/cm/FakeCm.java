// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvDevice;
import org.rdmaagent.jna.layout.RdmaCmEvent;
import org.rdmaagent.jna.layout.RdmaCmId;
import org.rdmaagent.jna.layout.RdmaCmJoinMcAttrEx;
import org.rdmaagent.jna.layout.RdmaEventChannel;
import org.rdmaagent.jna.layout.RdmaUdParam;
import org.rdmaagent.jna.layout.SockaddrIb;
import org.rdmaagent.jna.layout.SockaddrIn;
import org.rdmaagent.jna.layout.SockaddrIn6;
import org.rdmaagent.jna.os.WakeFile;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.cm.CmEventType;

/**
 * The rules of librdmacm and the kernel that callers have to live with: events have to be
 * acknowledged before a leave or a destruction comes back, groups are found by all bytes of their
 * address, an address of an id may come again. Whoever breaks one of them fails the test.
 */
final class FakeCm implements CmFunctions {
    private record Mc(Pointer id, String sockaddr, long context) {}

    private record Event(Pointer id, @Nullable Mc mc, Memory struct) {}

    final List<String> calls = new ArrayList<>();
    final Map<String, Integer> refusals = new HashMap<>();
    final Map<Long, Integer> flags = new LinkedHashMap<>();
    private final WakeFile readable = WakeFile.open("fake");
    private final Map<Long, Memory> ids = new LinkedHashMap<>();
    private final List<Mc> joined = new ArrayList<>();
    private final Queue<Event> queued = new ArrayDeque<>();
    private final Map<Long, Event> taken = new HashMap<>();
    private final Memory context = new Memory(512);
    private final Memory device = new Memory(512);
    private @Nullable Memory channel;
    private @Nullable Memory spare;

    FakeCm() {
        device.clear();
        device.setString(IbvDevice.NAME.offset(), "rxe0");
        context.clear();
        context.setPointer(IbvContext.DEVICE.offset(), device);
    }

    synchronized int idCount() {
        return ids.size();
    }

    synchronized int joinCount() {
        return joined.size();
    }

    synchronized boolean isQuiet() {
        return taken.isEmpty();
    }

    synchronized boolean isOpen() {
        return channel != null;
    }

    /** Events that nobody has taken. */
    synchronized int queuedCount() {
        return queued.size();
    }

    private int refusal(String call) {
        calls.add(call);
        return refusals.getOrDefault(call, 0);
    }

    @Override
    public synchronized int createChannel(Pointer out) {
        int errno = refusal("createChannel");
        if (errno == 0) {
            assertTrue(channel == null, "two channels");
            Memory made = new Memory(RdmaEventChannel.SIZE);
            made.setInt(RdmaEventChannel.FD.offset(), readable.fd());
            out.setPointer(0, made);
            channel = made;
        }
        return errno;
    }

    @Override
    public synchronized void destroyChannel(Pointer closed) {
        calls.add("destroyChannel");
        assertTrue(closed.equals(channel), "another channel");
        assertTrue(taken.isEmpty(), "destroyed with events that are not acknowledged");
        channel = null;
        ids.clear();
        joined.clear();
        queued.clear();
    }

    @Override
    public synchronized int createId(Pointer on, Pointer out, int portSpace) {
        int errno = refusal("createId " + portSpace);
        if (errno == 0) {
            assertTrue(on.equals(channel), "another channel");
            Memory made = spare == null ? new Memory(RdmaCmId.SIZE) : spare;
            spare = null;
            made.clear();
            ids.put(Pointer.nativeValue(made), made);
            out.setPointer(0, made);
        }
        return errno;
    }

    @Override
    public synchronized int destroyId(Pointer id) {
        int errno = refusal("destroyId");
        if (errno == 0) {
            queued.removeIf(event -> event.id().equals(id));
            joined.removeIf(mc -> mc.id().equals(id));
            awaitAcknowledged(id, null);
            Memory gone = ids.remove(Pointer.nativeValue(id));
            assertTrue(gone != null, "no such id");
            spare = gone;
        }
        return errno;
    }

    private void awaitAcknowledged(Pointer id, @Nullable Mc mc) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (taken.values().stream()
                .anyMatch(
                        event -> event.id().equals(id) && (mc == null || mc.equals(event.mc())))) {
            assertTrue(System.nanoTime() < end, "nobody acknowledges");
            try {
                TimeUnit.MILLISECONDS.timedWait(this, 100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void requireId(Pointer id) {
        assertTrue(ids.containsKey(Pointer.nativeValue(id)), "an id that is not there");
    }

    @Override
    public synchronized int bind(Pointer id, Pointer address) {
        requireId(id);
        int errno = refusal("bind");
        if (errno == 0) {
            tie(id, address);
        }
        return errno;
    }

    private void tie(Pointer id, Pointer address) {
        byte[] bytes = bytes(address);
        id.write(RdmaCmId.SOURCE.offset(), bytes, 0, bytes.length);
        boolean any = Arrays.equals(Arrays.copyOfRange(bytes, 4, 8), new byte[4]);
        if (bytes.length != SockaddrIn.SIZE || !any) {
            id.setPointer(RdmaCmId.VERBS.offset(), context);
            id.setByte(RdmaCmId.PORT_NUM.offset(), (byte) 1);
            id.write(RdmaCmId.PKEY.offset(), new byte[] {(byte) 0x80, 1}, 0, 2);
        }
    }

    private static byte[] bytes(Pointer sockaddr) {
        int family = sockaddr.getShort(SockaddrIn.FAMILY.offset());
        int size =
                switch (family) {
                    case Sockaddr.AF_INET -> SockaddrIn.SIZE;
                    case Sockaddr.AF_INET6 -> SockaddrIn6.SIZE;
                    case Sockaddr.AF_IB -> SockaddrIb.SIZE;
                    default -> throw new AssertionError("family " + family);
                };
        return sockaddr.getByteArray(0, size);
    }

    private static String hex(Pointer sockaddr) {
        return HexFormat.of().formatHex(bytes(sockaddr));
    }

    @Override
    public synchronized int resolve(
            Pointer id, @Nullable Pointer source, Pointer destination, int timeoutMillis) {
        requireId(id);
        int errno = refusal("resolve");
        if (errno == 0) {
            tie(id, source == null ? destination : source);
            tell(id, null, CmEventType.ADDR_RESOLVED, 0);
        }
        return errno;
    }

    @Override
    public synchronized int join(Pointer id, Pointer attributes, Pointer number) {
        requireId(id);
        int errno = refusal("join");
        if (errno == 0) {
            CStruct asked = CStruct.at(attributes);
            assertTrue(asked.integer(RdmaCmJoinMcAttrEx.COMP_MASK) == 3, "what is asked for");
            Pointer address = Objects.requireNonNull(asked.address(RdmaCmJoinMcAttrEx.ADDR));
            int kind = asked.integer(RdmaCmJoinMcAttrEx.JOIN_FLAGS);
            long known = Pointer.nativeValue(number);
            flags.put(known, kind);
            joined.add(new Mc(id, hex(address), known));
        }
        return errno;
    }

    @Override
    public synchronized int leave(Pointer id, Pointer address) {
        requireId(id);
        int errno = refusal("leave");
        if (errno != 0) {
            return errno;
        }
        String wanted = hex(address);
        Iterator<Mc> all = joined.iterator();
        while (all.hasNext()) {
            Mc mc = all.next();
            if (mc.id().equals(id) && mc.sockaddr().equals(wanted)) {
                all.remove();
                queued.removeIf(event -> mc.equals(event.mc()));
                awaitAcknowledged(id, mc);
                return 0;
            }
        }
        return CmFailure.EADDRNOTAVAIL;
    }

    /** Lets the kernel tell something of the joins that are there. */
    synchronized void tellAll(CmEventType type, int status) {
        for (Mc mc : joined) {
            tell(mc.id(), mc, type, status);
        }
    }

    /** Of all ids. */
    synchronized void tellIds(CmEventType type) {
        ids.values().forEach(id -> tell(id, null, type, 0));
    }

    private void tell(Pointer id, @Nullable Mc mc, CmEventType type, int status) {
        Memory struct = new Memory(RdmaCmEvent.SIZE);
        struct.clear();
        CStruct event = CStruct.at(struct);
        event.put(RdmaCmEvent.ID, id)
                .put(RdmaCmEvent.EVENT, type.code())
                .put(RdmaCmEvent.STATUS, status);
        if (mc != null) {
            event.part(RdmaCmEvent.UD)
                    .put(RdmaUdParam.PRIVATE_DATA, new Pointer(mc.context()))
                    .put(RdmaUdParam.QKEY, 0x01234567)
                    .put(RdmaUdParam.QP_NUM, 0xffffff);
        }
        queued.add(new Event(id, mc, struct));
        readable.wake();
    }

    @Override
    public synchronized int getEvent(Pointer on, Pointer out) {
        assertTrue(on.equals(channel), "another channel");
        int errno = refusals.getOrDefault("getEvent", 0);
        if (errno != 0) {
            return errno;
        }
        Event next = queued.poll();
        if (next == null) {
            readable.clear();
            return VerbsFailure.EAGAIN;
        }
        taken.put(Pointer.nativeValue(next.struct()), next);
        out.setPointer(0, next.struct());
        return 0;
    }

    @Override
    public synchronized int ackEvent(Pointer event) {
        Event gone = taken.remove(Pointer.nativeValue(event));
        assertTrue(gone != null, "acknowledged twice");
        gone.struct().clear(); // nobody reads it any more
        notifyAll();
        return 0;
    }
}
