// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import org.rdmaagent.spi.NativeHandle;
import org.rdmaagent.verbs.VerbsObject;

/**
 * An object of the library, by the name that it was made under, so that a later owner finds it
 * again. {@link #close} that the kernel refuses (EBUSY) throws and leaves the handle open; one that
 * succeeded, or that failed because the device is gone, leaves it closed.
 */
public interface VerbsHandle extends NativeHandle, VerbsObject {}
