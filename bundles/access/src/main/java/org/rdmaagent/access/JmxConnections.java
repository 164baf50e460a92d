// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.rmi.MarshalledObject;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.ObjectName;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectionImpl;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of remote callers. RMI registers listeners without asking the MBean server
 * as the caller, so that question is asked here.
 */
final class JmxConnections extends RMIJRMPServerImpl {
    private final int port;
    private final BoundSockets sockets;
    private final Map<String, ?> environment;
    private final AccessPolicy policy;
    private final ObjectInputFilter values;

    /**
     * Connections on a port.
     *
     * @param values what a caller who is logged in may send
     */
    JmxConnections(
            int port,
            BoundSockets sockets,
            Map<String, ?> environment,
            AccessPolicy policy,
            ObjectInputFilter values)
            throws IOException {
        super(port, null, sockets, environment);
        this.port = port;
        this.sockets = sockets;
        this.environment = environment;
        this.policy = policy;
        this.values = values;
    }

    @Override
    protected RMIConnection makeClient(String connectionId, Subject subject) throws IOException {
        Caller caller = Caller.of(subject);
        RMIConnectionImpl client =
                new RMIConnectionImpl(
                        this, connectionId, getDefaultClassLoader(), subject, environment) {
                    @Override
                    @SuppressWarnings("rawtypes") // as the interface has it
                    public Integer[] addNotificationListeners(
                            ObjectName[] names,
                            MarshalledObject[] filters,
                            Subject @Nullable [] delegates)
                            throws InstanceNotFoundException, IOException {
                        for (ObjectName name : names) {
                            if (!policy.mayKnow(caller, name)) {
                                throw new InstanceNotFoundException(String.valueOf(name));
                            }
                        }
                        return super.addNotificationListeners(names, filters, delegates);
                    }
                };
        UnicastRemoteObject.exportObject(client, port, null, sockets, values);
        return client;
    }
}
