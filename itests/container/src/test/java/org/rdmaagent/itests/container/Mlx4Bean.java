// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/** What the MBean of the simulated mlx4 device says of its contexts. */
final class Mlx4Bean {
    static final String NAME = "rdma:type=Mlx4Context,device=mlx4_0";

    /** What is answered where there is no such context, or no answer. */
    static final String NOTHING = "nothing";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName bean;

    Mlx4Bean() throws JMException {
        bean = new ObjectName(NAME);
    }

    boolean isRegistered() {
        return server.isRegistered(bean);
    }

    Object attribute(String name) throws JMException {
        return server.getAttribute(bean, name);
    }

    /** A field of a context; the name of a field of a field follows a dot. */
    Object context(String context, String path) {
        return row("Contexts", "context", context, path);
    }

    /** A field of a table, by the name of the table. */
    Object table(String table, String path) {
        return row("ReceiveTables", "name", table, path);
    }

    private Object row(String attribute, String key, String wanted, String path) {
        try {
            for (CompositeData row : (CompositeData[]) attribute(attribute)) {
                if (wanted.equals(row.get(key))) {
                    Object value = row;
                    for (String field : path.split("\\.")) {
                        value = ((CompositeData) value).get(field);
                    }
                    return value;
                }
            }
            return NOTHING;
        } catch (RuntimeMBeanException e) {
            if (String.valueOf(e.getCause()).contains("restarting")) {
                return NOTHING;
            }
            throw e;
        } catch (JMException e) {
            return NOTHING; // not registered yet
        }
    }
}
