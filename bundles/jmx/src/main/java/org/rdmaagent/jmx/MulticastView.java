// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;

/** The MBean of the memberships over whichever {@link MulticastService} there is. */
final class MulticastView implements MulticastMXBean {
    private final ServiceSlot<MulticastService> multicast;
    private final ServiceSlot<DeviceService> devices;
    private final MembershipNotifications events;
    private final Recent<List<MembershipRow>> recent;

    MulticastView(
            ServiceSlot<MulticastService> multicast,
            ServiceSlot<DeviceService> devices,
            MembershipNotifications events,
            Recent<List<MembershipRow>> recent) {
        this.multicast = multicast;
        this.devices = devices;
        this.events = events;
        this.recent = recent;
    }

    @Override
    public String getProvider() {
        return devices.ask(
                service ->
                        service.devices().stream()
                                .map(Device::provider)
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(", ")));
    }

    @Override
    public List<MembershipRow> getMemberships() {
        return recent.get(
                multicast,
                service -> service.memberships().stream().map(MembershipRow::of).toList());
    }

    @Override
    public List<MembershipEventRow> getRecentEvents() {
        return events.recent();
    }

    @Override
    public String join(String portOrAddress, String group) {
        return joinWith(portOrAddress, group, "");
    }

    @Override
    public String joinWith(String portOrAddress, String group, String options) {
        JoinRequest request = JoinText.request(portOrAddress, group, options);
        String name = multicast.ask(service -> service.join(request).name());
        recent.forget();
        return name;
    }

    @Override
    public String leave(String name) {
        String answer = multicast.ask(service -> LeaveAnswer.leave(membership(service, name)));
        recent.forget();
        return answer;
    }

    @Override
    public List<SubnetGroupRow> groups(String port) {
        PortId id = JoinText.port(port);
        return multicast.ask(
                service -> service.groups(id).stream().map(SubnetGroupRow::of).toList());
    }

    @Override
    public List<SubnetMemberRow> members(String port, String mgid) {
        PortId id = JoinText.port(port);
        Optional<Gid> group = MgidText.parse(mgid);
        return multicast.ask(
                service -> service.members(id, group).stream().map(SubnetMemberRow::of).toList());
    }

    private static Membership membership(MulticastService service, @Nullable String name) {
        String wanted = JoinText.text(name);
        return service.membership(wanted)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no membership '"
                                                + Echo.of(wanted)
                                                + "'; Memberships lists them"));
    }
}
