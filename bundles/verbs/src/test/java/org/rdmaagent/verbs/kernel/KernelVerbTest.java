// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every row says what is offered and where, or why not, and what it names exists. */
class KernelVerbTest {
    /** What the page promises to account for. */
    private static final String PROMISED =
            """
            rdma_stat_desc rdma_hw_stats ib_rate_to_mult mult_to_ib_rate ib_rate_to_mbps
            ib_port_attr_to_speed_info ib_mr_type ib_mr_status ib_udata rdma_netdev ib_device_ops
            ib_get_client_data ib_modify_qp_is_ok rdma_cap_ib_switch rdma_start_port
            rdma_for_each_port rdma_end_port rdma_cap_ib_mad rdma_cap_opa_mad rdma_cap_ib_smi
            rdma_cap_ib_cm rdma_cap_iw_cm rdma_cap_ib_sa rdma_cap_ib_mcast rdma_cap_af_ib
            rdma_cap_eth_ah rdma_cap_opa_ah rdma_max_mad_size rdma_cap_roce_gid_table
            rdma_core_cap_opa_port rdma_mtu_enum_to_int rdma_mtu_from_attr ib_alloc_pd
            ib_dealloc_pd rdma_create_ah rdma_create_user_ah ib_get_gids_from_rdma_hdr
            ib_get_rdma_header_version ib_init_ah_attr_from_wc ib_create_ah_from_wc
            rdma_modify_ah rdma_query_ah rdma_destroy_ah_user rdma_destroy_ah ib_modify_srq
            ib_query_srq ib_destroy_srq_user ib_destroy_srq ib_post_srq_recv ib_create_qp
            ib_modify_qp_with_udata ib_modify_qp ib_query_qp ib_destroy_qp ib_open_qp
            ib_close_qp ib_post_send ib_post_recv ib_alloc_cq_any rdma_set_cq_moderation
            ib_destroy_cq_user ib_destroy_cq ib_poll_cq ib_req_notify_cq ib_virt_dma_to_ptr
            ib_virt_dma_to_page ib_dma_mapping_error ib_dma_map_single ib_dma_unmap_single
            ib_dma_map_page ib_dma_unmap_page ib_dma_map_bvec ib_dma_unmap_bvec
            ib_dma_map_sgtable_attrs ib_dma_map_sg ib_dma_unmap_sg ib_dma_max_seg_size
            ib_dma_sync_single_for_cpu ib_dma_sync_single_for_device ib_dereg_mr_user
            ib_dereg_mr ib_update_fast_reg_key ib_inc_rkey ib_attach_mcast ib_detach_mcast
            ib_check_mr_status ib_device_try_get rdma_ah_find_type ib_lid_cpu16 ib_lid_be16
            rdma_roce_rescan_device rdma_device_to_ibdev ibdev_to_node
            rdma_device_to_drv_device rdma_flow_label_to_udp_sport rdma_calc_flow_label
            rdma_get_udp_sport
            """;

    @Test
    void theRowsAreExactlyThePromisedFunctions() {
        List<String> names =
                Arrays.stream(KernelVerb.values()).map(KernelVerb::kernelName).toList();
        assertEquals(List.of(PROMISED.strip().split("\\s+")), names);
    }

    @ParameterizedTest
    @EnumSource
    void theMethodThatARowNamesExists(KernelVerb verb) {
        verb.type()
                .ifPresentOrElse(
                        type -> assertTrue(methods(type).contains(verb.member()), verb::toString),
                        () -> assertEquals("", verb.member()));
    }

    @ParameterizedTest
    @EnumSource
    void aRowOffersSomethingOrSaysWhyNot(KernelVerb verb) {
        assertTrue(verb.type().isPresent() || verb.note().endsWith("."), verb::toString);
    }

    @ParameterizedTest
    @EnumSource
    void whatHasACounterpartNamesItAndIsOffered(KernelVerb verb) {
        boolean kernelOnly = verb.counterpart() == Counterpart.KERNEL_ONLY;
        assertEquals(kernelOnly, verb.source().isEmpty());
        assertTrue(kernelOnly || verb.type().isPresent());
        boolean function =
                verb.counterpart() == Counterpart.DIRECT || verb.counterpart() == Counterpart.NEAR;
        assertEquals(function, verb.source().matches("(ibv_|mult_to_ibv_)[a-z_]+"));
    }

    @ParameterizedTest
    @EnumSource
    void noTextBreaksTheTable(KernelVerb verb) {
        assertFalse((verb.source() + verb.note()).matches("(?s).*[|\\n<>].*"), verb::toString);
    }

    private static Set<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).map(Method::getName).collect(Collectors.toSet());
    }
}
