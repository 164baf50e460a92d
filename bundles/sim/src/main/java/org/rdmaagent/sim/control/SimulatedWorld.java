// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.sim.cm.CmWorld;
import org.rdmaagent.sim.cm.SimulatedCmLibrary;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.sim.host.Mlx4Device;
import org.rdmaagent.sim.host.RxeDevice;
import org.rdmaagent.sim.host.SimulatedDevice;
import org.rdmaagent.sim.host.SimulatedFiles;
import org.rdmaagent.sim.host.SimulatedScheduling;
import org.rdmaagent.sim.multicast.BackgroundGroups;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.netdisc.SimulatedFabricLibrary;
import org.rdmaagent.sim.sa.SimulatedAdministration;
import org.rdmaagent.sim.subnet.FabricGraph;
import org.rdmaagent.sim.subnet.MadPort;
import org.rdmaagent.sim.subnet.SimulatedMadTransport;
import org.rdmaagent.sim.subnet.SimulationClock;
import org.rdmaagent.sim.subnet.Subnet;
import org.rdmaagent.sim.verbs.SimulatedPorts;
import org.rdmaagent.sim.verbs.SimulatedVerbs;
import org.rdmaagent.sim.verbs.VerbsWorld;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/**
 * A host with RDMA devices in a simulated fabric: the native ports over it, and the means to break
 * it. For any thread.
 */
public final class SimulatedWorld {
    private final Topology topology;
    private final Subnet subnet;
    private final FabricFaults faults;
    private final ManagementKeys managementKeys;
    private final MadTransport madTransport;
    private final SimulatedFabricLibrary fabricLibrary;
    private final VerbsWorld verbs;
    private final VerbsLibrary verbsLibrary;
    private final CompletionPorts completionPorts;
    private final GroupTable groups = new GroupTable();
    private final CmWorld cm;
    private final CmLibrary cmLibrary;
    private final MulticastFaults multicastFaults;
    private final AdministrationFaults administrationFaults;
    private final OperatingSystem operatingSystem;
    private final SimulatedScheduling scheduling = new SimulatedScheduling();

    private SimulatedWorld(Topology topology, SimulationSettings settings, boolean flawed) {
        this.topology = topology;
        FabricGraph graph = FabricGraph.of(topology);
        SimulationClock clock =
                settings.virtualClock() ? SimulationClock.virtual() : SimulationClock.real();
        this.subnet = new Subnet(graph, clock, settings.seed(), settings.transit());
        this.managementKeys = new ManagementKeys(subnet);
        int home = home(topology, graph);
        Mlx4Device mlx4 = new Mlx4Device(subnet, home, flawed);
        List<ChangeableDevice> devices =
                Stream.of(mlx4, new RxeDevice()).map(ChangeableDevice::new).toList();
        this.verbs = new VerbsWorld(devices, clock);
        this.cm = new CmWorld(devices, groups, clock);
        verbs.watch(cm);
        this.faults = new FabricFaults(subnet, verbs::portsMayHaveChanged);
        this.madTransport = new SimulatedMadTransport(subnet, madPorts(devices, mlx4));
        this.fabricLibrary = new SimulatedFabricLibrary(madTransport);
        this.verbsLibrary = new SimulatedVerbs(devices, verbs);
        this.completionPorts = new SimulatedPorts(verbs);
        this.operatingSystem = new SimulatedFiles(devices, clock::nanoTime);
        this.cmLibrary = new SimulatedCmLibrary(cm);
        this.administrationFaults = administration(graph, devices.get(0));
        this.multicastFaults =
                new SubnetManagerControl(
                        groups,
                        new BackgroundGroups(
                                groups, OtherHosts.gids(topology, graph, home), settings.seed()),
                        cm.control(),
                        verbs.control());
    }

    /** The subnet administration that the ports of a device look for where they see it. */
    private AdministrationFaults administration(FabricGraph graph, ChangeableDevice device) {
        return new AdministrationFaults(
                new SimulatedAdministration(
                        subnet,
                        groups,
                        port -> device.port(graph.numberAtNode(port)).attributes()));
    }

    private static List<MadPort> madPorts(List<ChangeableDevice> devices, Mlx4Device mlx4) {
        List<MadPort> ports = new ArrayList<>();
        for (SimulatedDevice device : devices) {
            for (int number = 1; number <= device.portCount(); number++) {
                boolean infiniband = device.name().equals(mlx4.name());
                int graphPort = infiniband ? mlx4.graphPort(number) : MadPort.NOT_INFINIBAND;
                ports.add(new MadPort(new PortId(device.name(), number), graphPort));
            }
        }
        return ports;
    }

    private static int home(Topology topology, FabricGraph graph) {
        int origin = topology.origin().map(graph::nodeNumber).orElse(-1);
        if (origin >= 0 && graph.node(origin).type() == NodeType.CA) {
            return origin;
        }
        return graph.first(NodeType.CA)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no channel adapter in '"
                                                + topology.source()
                                                + "': this host would have no place in it"));
    }

    /** The world that is there without a topology file. */
    public static SimulatedWorld defaultWorld(SimulationSettings settings) {
        return new SimulatedWorld(DefaultFabric.topology(), settings, true);
    }

    /**
     * A world around a topology. This host is the topology's origin if that is a channel adapter,
     * else its first channel adapter.
     *
     * @throws IllegalArgumentException if there is no channel adapter in it
     */
    public static SimulatedWorld of(Topology topology, SimulationSettings settings) {
        return new SimulatedWorld(topology, settings, false);
    }

    /** The subnet, as libibumad would give access to it. */
    public MadTransport madTransport() {
        return madTransport;
    }

    /** The subnet, as libibnetdisc would scan it. */
    public FabricLibrary fabricLibrary() {
        return fabricLibrary;
    }

    /** Ends the scans of {@link #fabricLibrary} that run; others may follow. */
    public void closeScans() {
        fabricLibrary.closeScans();
    }

    /** The devices, as libibverbs would show them. */
    public VerbsLibrary verbsLibrary() {
        return verbsLibrary;
    }

    /** The completion queues of the devices, for poll loops. */
    public CompletionPorts completionPorts() {
        return completionPorts;
    }

    /** What libmlx4 would let be set on the devices of its driver. */
    public Mlx4Library mlx4Library() {
        return verbs.mlx4Library();
    }

    /**
     * An allocator can be chosen from now on, as a service would be. Of several with a name the one
     * of the highest ranking gives, of those the one that came first. Its addresses are never used.
     *
     * @throws IllegalArgumentException if the name is none, or that of one that is always there
     */
    public void allocatorArrives(String name, int ranking, BufferAllocator allocator) {
        verbs.allocators().arrives(name, ranking, allocator);
    }

    /** It no longer can; what it gave is still given back to it. */
    public void allocatorLeaves(String name, BufferAllocator allocator) {
        verbs.allocators().leaves(name, allocator);
    }

    /** Multicast, as librdmacm would join it. */
    public CmLibrary cmLibrary() {
        return cmLibrary;
    }

    /** The groups as the subnet manager has them. */
    GroupTable groups() {
        return groups;
    }

    /** Decides what becomes of multicast groups. */
    public MulticastFaults multicastFaults() {
        return multicastFaults;
    }

    /** Breaks the subnet administration. */
    public AdministrationFaults administrationFaults() {
        return administrationFaults;
    }

    /** Where the threads run: the books of a host with the CPUs 0 to 3, no thread is moved. */
    public ThreadScheduling threadScheduling() {
        return scheduling;
    }

    /**
     * Lets the agent run as an ordinary user, or as root, which it is at first: what takes
     * CAP_SYS_NICE or CAP_IPC_LOCK in {@link #threadScheduling} is refused to an ordinary user.
     */
    public void ordinaryUser(boolean wanted) {
        scheduling.ordinaryUser(wanted);
    }

    /** The kernel's files of the devices. */
    public OperatingSystem operatingSystem() {
        return operatingSystem;
    }

    /** What could not be built as the topology says, in words; empty if nothing. */
    public List<String> problems() {
        return subnet.graph().problems();
    }

    /** The truth: what a perfect sweep would find while nothing is broken. */
    public Topology topology() {
        return topology;
    }

    /** Breaks the fabric. */
    public FabricFaults faults() {
        return faults;
    }

    /** Breaks the devices of this host, and lets things happen to them. */
    public DeviceFaults deviceFaults() {
        return new DeviceFaults(verbs.control());
    }

    /** Locks the fabric with M_Keys. */
    public ManagementKeys managementKeys() {
        return managementKeys;
    }

    /** Moves the clock forward; with the machine's clock, on top of it. */
    public void advance(Duration duration) {
        subnet.advance(duration.toNanos());
        verbs.wake();
        cm.wake();
    }
}
