// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A way for datagrams ({@code ibv_create_ah(3)}). Not to be closed while a send that uses it is
 * outstanding.
 */
@ProviderType
public interface AddressHandle extends VerbsObject {
    /** What it was made of; the kernel cannot be asked again. */
    AhAttributes attributes();
}
