// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import org.rdmaagent.jna.library.SharedLibrary;

/**
 * The functions of libmlx4 (mlx4dv.h). They look at nothing that they are given: each call is made
 * behind a {@link DriverGuard}. They answer an errno.
 */
final class Mlx4Calls {
    static final String SONAME = "libmlx4.so.1";

    /** The function whose address tells where the library lies. */
    static final String SET = "mlx4dv_set_context_attr";

    /** MLX4DV_SET_CTX_ATTR_LOG_WQS_RANGE_SZ of mlx4dv.h; the value is a uint8_t. */
    static final int LOG_WQS_RANGE_SZ = 0;

    /** MLX4DV_SET_CTX_ATTR_BUF_ALLOCATORS of mlx4dv.h. */
    static final int BUF_ALLOCATORS = 1;

    /** MLX4DV_OBJ_QP of mlx4dv.h. */
    static final long OBJ_QP = 1;

    /** MLX4DV_OBJ_CQ of mlx4dv.h. */
    static final long OBJ_CQ = 2;

    /** MLX4DV_CQ_MASK_UAR of mlx4dv.h. */
    static final long CQ_MASK_UAR = 1;

    static final SharedLibrary LIBRARY =
            SharedLibrary.load(SONAME, Mlx4Calls.class, "ibverbs-providers");

    private Mlx4Calls() {}

    static native int mlx4dv_set_context_attr(Pointer context, int type, Pointer value);

    static native int mlx4dv_query_device(Pointer context, Pointer attributes);

    static native int mlx4dv_init_obj(Pointer object, long types);
}
