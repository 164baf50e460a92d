// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

/** Service properties of the native ports. */
public final class ProviderProperties {
    /** Who implements the port: {@code jna}, {@code ffm} or {@code sim}. On every port service. */
    public static final String PROVIDER = "rdma.provider";

    /** The value of {@link #PROVIDER} for the simulation. */
    public static final String SIM = "sim";

    /** The value of {@link #PROVIDER} for rdma-core through JNA. */
    public static final String JNA = "jna";

    private ProviderProperties() {}
}
