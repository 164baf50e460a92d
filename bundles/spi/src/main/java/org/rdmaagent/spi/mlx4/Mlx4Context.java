// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;

/** An open context of an mlx4 device. Once it is closed every call ends with EBADF. */
@ProviderType
public interface Mlx4Context {
    /** The device. */
    String device();

    /** Whose lease it is in. */
    String owner();

    /** Its name, unique within the lease. */
    String name();

    /** What was set, and what became of it. */
    Mlx4ContextStatus status();

    /**
     * {@code mlx4dv_set_context_attr(3)} with MLX4DV_SET_CTX_ATTR_LOG_WQS_RANGE_SZ.
     *
     * @param value 0 to the bound that the device tells, else to 255
     * @throws org.rdmaagent.RdmaException EINVAL out of range; EOPNOTSUPP if the library behind the
     *     context is not the one that is asked
     */
    void setLogWqsRangeSize(int value);

    /** {@code mlx4dv_query_device(3)}. */
    Mlx4DriverAttributes attributes();

    /**
     * {@code mlx4dv_init_obj(3)} with MLX4DV_OBJ_CQ. From then on the library leaves the entries of
     * destroyed queue pairs in this queue: bring a pair to ERR and take its completions off before
     * it is destroyed. Resizing the queue makes the layout void.
     *
     * @param name of a completion queue on this context
     * @throws org.rdmaagent.RdmaException ENOENT if there is none
     */
    CqLayout cqLayout(String name);

    /**
     * {@code mlx4dv_init_obj(3)} with MLX4DV_OBJ_QP.
     *
     * @param name of a queue pair on this context
     * @throws org.rdmaagent.RdmaException ENOENT if there is none
     */
    QpLayout qpLayout(String name);
}
