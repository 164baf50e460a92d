// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** libibverbs, or a simulated one. A service with {@link ProviderProperties#PROVIDER}. */
@ProviderType
public interface VerbsLibrary {
    /** The names of the devices ({@code ibv_get_device_list(3)}), in order. */
    List<String> deviceNames();

    /**
     * A device ({@code ibv_query_device(3)}).
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is none of that name
     */
    Device queryDevice(String name);

    /**
     * A port and its tables ({@code ibv_query_port(3)}, {@code ibv_query_gid(3)}, {@code
     * ibv_query_pkey(3)}).
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EINVAL if no such port
     */
    Port queryPort(PortId port);

    /**
     * What an owner holds; the first time nothing. One user at a time: taking the lease up ends the
     * use of it by an earlier one.
     *
     * @param owner the name of a capability, such as {@code verbs}
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP if this provider makes no objects
     */
    default VerbsLease lease(String owner) {
        throw new RdmaException(
                "ibv_open_device",
                Errno.of(95),
                owner,
                "this provider shows devices and ports, but makes no objects on them");
    }
}
