// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A way from Java to native functions and memory. As a service it has a {@code service.ranking}; a
 * provider of native ports offers the polling of its queues through each of them, as a service
 * {@link CompletionPorts} with {@link CompletionPorts#ACCESS} and the same ranking. Once its
 * unregistration has returned no poll loop calls it.
 */
@ConsumerType
public interface NativeAccess {
    /** What it is called: {@code jna}, {@code ffm}. */
    String name();

    /**
     * The functions of a driver.
     *
     * @param pointers all of them are there; they stay valid for the life of the process
     */
    DriverCalls bind(DriverPointers pointers);

    /** Memory by address; one object. */
    MemoryAccess memory();
}
