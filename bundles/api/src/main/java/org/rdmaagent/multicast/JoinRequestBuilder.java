// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.util.Optional;
import org.rdmaagent.PortId;

/**
 * Makes a {@link JoinRequest}; what is not set is: port space UDP, full member, loopback, a queue
 * pair made for it with 256 receives of 2048 bytes, counted.
 */
public final class JoinRequestBuilder {
    private final GroupAddress group;
    private Optional<String> name = Optional.empty();
    private Optional<PortId> port = Optional.empty();
    private Optional<String> localAddress = Optional.empty();
    private PortSpace portSpace = PortSpace.UDP;
    private MemberKind memberKind = MemberKind.FULL_MEMBER;
    private boolean loopback = true;
    private Optional<String> queuePair = Optional.empty();
    private int receiveBuffers = 256;
    private int receiveBytes = 2048;
    private boolean counted = true;

    /** A request for a group. */
    public JoinRequestBuilder(GroupAddress group) {
        this.group = group;
    }

    JoinRequestBuilder(JoinRequest like) {
        this(like.group());
        name = like.name();
        port = like.port();
        localAddress = like.localAddress();
        portSpace = like.portSpace();
        memberKind = like.memberKind();
        loopback = like.loopback();
        queuePair = like.queuePair();
        receiveBuffers = like.receiveBuffers();
        receiveBytes = like.receiveBytes();
        counted = like.counted();
    }

    /** Sets {@link JoinRequest#name}. */
    public JoinRequestBuilder name(String value) {
        name = Optional.of(value);
        return this;
    }

    /** Sets {@link JoinRequest#port}. */
    public JoinRequestBuilder port(PortId value) {
        port = Optional.of(value);
        return this;
    }

    /** Sets {@link JoinRequest#localAddress}. */
    public JoinRequestBuilder localAddress(String value) {
        localAddress = Optional.of(value);
        return this;
    }

    /** Sets {@link JoinRequest#portSpace}. */
    public JoinRequestBuilder portSpace(PortSpace value) {
        portSpace = value;
        return this;
    }

    /** Sets {@link JoinRequest#memberKind}. */
    public JoinRequestBuilder memberKind(MemberKind value) {
        memberKind = value;
        return this;
    }

    /** Sets {@link JoinRequest#loopback}. */
    public JoinRequestBuilder loopback(boolean value) {
        loopback = value;
        return this;
    }

    /** Sets {@link JoinRequest#queuePair}. */
    public JoinRequestBuilder queuePair(String value) {
        queuePair = Optional.of(value);
        return this;
    }

    /** Sets {@link JoinRequest#receiveBuffers}. */
    public JoinRequestBuilder receiveBuffers(int value) {
        receiveBuffers = value;
        return this;
    }

    /** Sets {@link JoinRequest#receiveBytes}. */
    public JoinRequestBuilder receiveBytes(int value) {
        receiveBytes = value;
        return this;
    }

    /** Sets {@link JoinRequest#counted}. */
    public JoinRequestBuilder counted(boolean value) {
        counted = value;
        return this;
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException if a value is out of range or two exclude each other
     */
    public JoinRequest build() {
        return new JoinRequest(
                name,
                port,
                localAddress,
                group,
                portSpace,
                memberKind,
                loopback,
                queuePair,
                receiveBuffers,
                receiveBytes,
                counted);
    }
}
