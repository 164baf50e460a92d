// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

/**
 * {@code struct verbs_context} of verbs.h. It lies in front of the {@code struct ibv_context} that
 * the library returns, so the offsets count from there and are negative. It grows at its front: a
 * member exists only if {@link #SZ} reaches it.
 */
public enum VerbsContext implements CField {
    /** The port query that fills the whole struct. */
    QUERY_PORT("query_port", -320, 8),
    MODIFY_CQ("modify_cq", -184, 8),
    DESTROY_RWQ_IND_TABLE("destroy_rwq_ind_table", -168, 8),
    CREATE_RWQ_IND_TABLE("create_rwq_ind_table", -160, 8),
    DESTROY_WQ("destroy_wq", -152, 8),
    MODIFY_WQ("modify_wq", -144, 8),
    CREATE_WQ("create_wq", -136, 8),
    QUERY_DEVICE_EX("query_device_ex", -104, 8),
    OPEN_QP("open_qp", -64, 8),
    CREATE_QP_EX("create_qp_ex", -56, 8),
    OPEN_XRCD("open_xrcd", -32, 8),
    CLOSE_XRCD("close_xrcd", -24, 8),
    /** Bytes of this struct together with the {@code ibv_context} at its end. */
    SZ("sz", -8, 8);

    /** {@code sizeof(struct ibv_context)}: what {@link #SZ} counts beyond the negative part. */
    public static final int IBV_CONTEXT_SIZE =
            IbvContext.ABI_COMPAT.offset() + IbvContext.ABI_COMPAT.size();

    private final String member;
    private final int offset;
    private final int size;

    VerbsContext(String member, int offset, int size) {
        this.member = member;
        this.offset = offset;
        this.size = size;
    }

    @Override
    public String struct() {
        return "struct verbs_context";
    }

    @Override
    public String member() {
        return member;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int size() {
        return size;
    }

    /** Whether a struct of this many bytes has the member ({@code verbs_get_ctx_op} in verbs.h). */
    public boolean existsIn(long structBytes) {
        return structBytes >= IBV_CONTEXT_SIZE - (long) offset;
    }
}
