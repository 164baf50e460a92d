// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.AhStruct;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;

/** {@code struct ibv_ah}. */
final class NativeAh extends NativeObject implements AhHandle {
    private static final String CREATE = "ibv_create_ah";

    private final NativePd pd;
    private final AhAttributes attributes;

    private NativeAh(Origin origin, Pointer ah, NativePd pd, AhAttributes attributes) {
        super(origin, ah);
        this.pd = pd;
        this.attributes = attributes;
    }

    static NativeAh create(NativePd pd, String name, AhAttributes attributes) {
        return pd.registry()
                .make(
                        CREATE,
                        ObjectKind.ADDRESS_HANDLE,
                        name,
                        List.of(pd.context(), pd),
                        origin -> create(origin, pd, attributes));
    }

    private static NativeAh create(Origin origin, NativePd pd, AhAttributes attributes) {
        try (CStruct struct = CStruct.allocate(IbvAhAttr.SIZE)) {
            AhStruct.write(attributes, struct);
            Pointer ah = ObjectCalls.ibv_create_ah(pd.pointer(), struct.pointer());
            if (ah == null) {
                int errno = ObjectCalls.lastError(VerbsFailure.EINVAL);
                String remedy = Remedy.of(errno, Remedy.addressHandle());
                throw VerbsFailure.of(CREATE, errno, origin.subject(), remedy);
            }
            return new NativeAh(origin, ah, pd, attributes);
        }
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_ah";
    }

    @Override
    int destroy(Pointer ah) {
        return ObjectCalls.ibv_destroy_ah(ah);
    }

    @Override
    public NativePd pd() {
        return pd;
    }

    @Override
    public AhAttributes attributes() {
        return attributes;
    }
}
