// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** Over JMX and RMI, as a console connects. */
final class JmxRmiRoad implements Road {
    private final JMXConnector connector;
    private final MBeanServerConnection remote;

    @SuppressWarnings("BanJNDI") // what every JMX console does
    JmxRmiRoad(int port, String user, String password) throws IOException {
        connector =
                JMXConnectorFactory.connect(
                        new JMXServiceURL(
                                "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/karaf-root"),
                        Map.of(JMXConnector.CREDENTIALS, new String[] {user, password}));
        remote = connector.getMBeanServerConnection();
    }

    @Override
    public List<Outcome> walk(List<? extends Step> steps) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (Step step : steps) {
            outcomes.add(outcome(step));
        }
        return outcomes;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }

    private Outcome outcome(Step step) throws JMException {
        try {
            return new Outcome(false, true, walk(new ObjectName(step.mbean()), step));
        } catch (SecurityException e) {
            return new Outcome(true, true, e.toString());
        } catch (InstanceNotFoundException e) {
            return new Outcome(false, false, e.toString());
        } catch (JMException | JMRuntimeException | IOException e) {
            return new Outcome(false, true, e.toString()); // allowed, and failed by itself
        }
    }

    private @Nullable Object walk(ObjectName name, Step step) throws JMException, IOException {
        if (step instanceof Read read) {
            return remote.getAttribute(name, read.attribute());
        }
        if (step instanceof Write write) {
            remote.setAttribute(name, new Attribute(write.attribute(), write.value()));
            return null;
        }
        Call call = (Call) step;
        List<String> types = call.types() == null ? List.of() : call.types();
        return remote.invoke(
                name, call.operation(), call.arguments().toArray(), types.toArray(new String[0]));
    }
}
