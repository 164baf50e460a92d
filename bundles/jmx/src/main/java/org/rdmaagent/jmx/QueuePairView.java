// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.VerbsService;

/** A queue pair's MBean over whichever {@link VerbsService} there is. */
final class QueuePairView implements QueuePairMXBean {
    private final String device;
    private final QpNumber number;
    private final ServiceSlot<DeviceService> devices;
    private final ServiceSlot<VerbsService> verbs;
    private final SubnetAnswer subnet;
    private final Recent<QpAttributes> recent;

    QueuePairView(
            String device,
            QpNumber number,
            ServiceSlot<DeviceService> devices,
            ServiceSlot<VerbsService> verbs,
            SubnetAnswer subnet,
            Recent<QpAttributes> recent) {
        this.device = device;
        this.number = number;
        this.devices = devices;
        this.verbs = verbs;
        this.subnet = subnet;
        this.recent = recent;
    }

    @Override
    public String getDevice() {
        return device;
    }

    @Override
    public String getProvider() {
        return devices.ask(service -> service.device(device).provider());
    }

    @Override
    public int getQpn() {
        return number.value();
    }

    @Override
    public String getName() {
        return ask(QueuePair::name);
    }

    @Override
    public String getType() {
        return init().type().name();
    }

    @Override
    public String getState() {
        return attributes().qpState().name();
    }

    @Override
    public int getPort() {
        return attributes().portNum();
    }

    @Override
    public int getPkeyIndex() {
        return attributes().pkeyIndex();
    }

    @Override
    public String getQkey() {
        return init().type() == QpType.UD ? QkeyText.of(attributes().qkey()) : "";
    }

    @Override
    public int getDestinationQpn() {
        return init().type().isConnected() ? attributes().destQpNum().value() : 0;
    }

    @Override
    public QpCapabilityValues getCapabilities() {
        return QpCapabilityValues.of(init().capabilities());
    }

    @Override
    public boolean isSignalAll() {
        return init().signalAll();
    }

    @Override
    public String getSendQueue() {
        return name(QueuePair::sendQueue);
    }

    @Override
    public String getReceiveQueue() {
        return name(QueuePair::receiveQueue);
    }

    @Override
    public String getSharedReceiveQueue() {
        return name(QueuePair::sharedReceiveQueue);
    }

    @Override
    public List<MulticastRow> getAttachedGroups() {
        return ask(pair -> pair.attachments().stream().map(MulticastRow::of).toList());
    }

    @Override
    public String attachMulticast(String mgid, int mlid) {
        Gid group = GidText.parse(mgid);
        Lid lid = new Lid(mlid);
        String done =
                ask(
                        pair -> {
                            pair.attachMulticast(group, lid);
                            return "queue pair "
                                    + number
                                    + " of "
                                    + device
                                    + " is attached to "
                                    + group
                                    + " with LID "
                                    + lid
                                    + ". ";
                        });
        MulticastAttachment attached = new MulticastAttachment(group, lid);
        return done + subnet.about(device, this::attributes, attached);
    }

    @Override
    public String detachMulticast(String mgid, int mlid) {
        Gid group = GidText.parse(mgid);
        Lid lid = new Lid(mlid);
        return ask(
                pair -> {
                    pair.detachMulticast(group, lid);
                    return "queue pair "
                            + number
                            + " of "
                            + device
                            + " is no longer attached to "
                            + group
                            + " with LID "
                            + lid
                            + ". A membership of the port at the subnet administration stays.";
                });
    }

    private QpInit init() {
        return ask(QueuePair::init);
    }

    private String name(Function<QueuePair, Optional<? extends VerbsObject>> part) {
        return ask(pair -> part.apply(pair).map(VerbsObject::name).orElse(""));
    }

    private QpAttributes attributes() {
        return recent.get(
                verbs,
                service ->
                        pair(service)
                                .query(
                                        Set.of(
                                                QpAttribute.STATE,
                                                QpAttribute.PORT,
                                                QpAttribute.PKEY_INDEX,
                                                QpAttribute.QKEY,
                                                QpAttribute.DEST_QPN)));
    }

    private <R> R ask(Function<QueuePair, R> question) {
        return verbs.ask(service -> question.apply(pair(service)));
    }

    private QueuePair pair(VerbsService service) {
        return service.queuePair(device, number)
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "there is no queue pair "
                                                + number
                                                + " on "
                                                + device
                                                + " any more; its name goes soon"));
    }
}
