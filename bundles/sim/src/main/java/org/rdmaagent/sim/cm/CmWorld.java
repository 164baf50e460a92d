// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.subnet.SimulationClock;
import org.rdmaagent.sim.verbs.DeviceWatcher;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.PkeyEntry;

/**
 * All event channels and ids of the host. One lock guards them; it is taken while that of the
 * devices is held, never the other way, and the subnet's may be taken under it. There is no thread:
 * what is due is done before every call and while somebody waits.
 */
public final class CmWorld implements DeviceWatcher {
    private static final int KEY_BITS = 0x7fff;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SimulationClock clock;
    private final HostAddresses addresses;
    private final BindRules rules;
    private final SubnetMembers members;
    private final CmFaults faults = new CmFaults();
    private final Agenda agenda = new Agenda();
    private final MulticastJoins joins;
    private final CmBook book;

    /** Nothing is open; the interfaces of IP over InfiniBand are in their broadcast group. */
    public CmWorld(List<ChangeableDevice> devices, GroupTable table, SimulationClock clock) {
        this.clock = clock;
        this.addresses = new HostAddresses(devices);
        this.rules = new BindRules(addresses);
        this.members = new SubnetMembers(addresses, table);
        this.joins = new MulticastJoins(addresses, members, faults, agenda, clock::nanoTime);
        this.book = new CmBook(this);
    }

    /** Decides what becomes of joins. */
    public CmControl control() {
        return new CmControl(this);
    }

    /** Lets those who wait look at the clock again. */
    public void wake() {
        Boolean unused = locked(() -> true);
    }

    @Override
    public void told(String device, int port, AsyncEventType type) {
        Boolean unused =
                locked(
                        () -> {
                            happened(device, port, type);
                            return true;
                        });
    }

    private void happened(String device, int port, AsyncEventType type) {
        switch (type) {
            case DEVICE_FATAL -> removed(device);
            case PORT_ERR, LID_CHANGE, SM_CHANGE, CLIENT_REREGISTER ->
                    joins.lose(new PortId(device, port));
            case PKEY_CHANGE -> {
                PortId id = new PortId(device, port);
                if (!hasKey(id)) {
                    joins.lose(id);
                }
            }
            case PORT_ACTIVE -> {
                PortId id = new PortId(device, port);
                if (!HostAddresses.isEthernet(addresses.port(id))) {
                    members.announce(id);
                }
            }
            default -> {
                // Does not concern memberships.
            }
        }
    }

    private boolean hasKey(PortId port) {
        return addresses.port(port).pkeys().stream()
                .map(PkeyEntry::pkey)
                .anyMatch(pkey -> (pkey & KEY_BITS) == (BindRules.PKEY & KEY_BITS));
    }

    private void removed(String device) {
        for (PortId port : addresses.ports(device)) {
            joins.remove(port);
        }
        book.idsOf(device).forEach(SimulatedCmId::tellRemoved);
    }

    CmBook book() {
        return book;
    }

    BindRules rules() {
        return rules;
    }

    MulticastJoins joins() {
        return joins;
    }

    SubnetMembers members() {
        return members;
    }

    HostAddresses addresses() {
        return addresses;
    }

    CmFaults faults() {
        return faults;
    }

    Agenda agenda() {
        return agenda;
    }

    long now() {
        return clock.nanoTime();
    }

    /** The address of a group as it goes down by a port. */
    GroupAddress givenDown(CmBinding binding, GroupAddress group) {
        return GroupMapping.asGivenDown(
                group, HostAddresses.isEthernet(addresses.port(binding.port())));
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            doWork();
            T answer = work.get();
            changed.signalAll();
            return answer;
        } finally {
            lock.unlock();
        }
    }

    /** Does what the clock says is due; the lock is held. */
    private void doWork() {
        long now = now();
        agenda.run(now);
        if (now >= book.nextDeadline()) {
            book.expire(now);
        }
    }

    /**
     * Waits until there is something to see.
     *
     * @param look asked with the lock held, after every change
     * @return empty when the time is over or the thread was interrupted, which stays known
     */
    <T> Optional<T> await(long timeoutNanos, Supplier<Optional<T>> look) {
        lock.lock();
        try {
            long start = now();
            while (true) {
                doWork();
                Optional<T> found = look.get();
                long left = timeoutNanos - (now() - start);
                if (found.isPresent() || left <= 0) {
                    return found;
                }
                long next = Math.min(agenda.next(), book.nextDeadline());
                long due = next == Agenda.NEVER ? left : Math.max(1, next - now());
                clock.await(changed, Math.min(left, due));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
