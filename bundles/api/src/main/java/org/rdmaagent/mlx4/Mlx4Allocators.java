// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/** The allocators that are always there, by the names that the configuration uses. */
public final class Mlx4Allocators {
    /** The library's own memory (anonymous pages); its use is not seen. */
    public static final String SYSTEM = "system";

    /** Huge pages ({@code MAP_HUGETLB} of mmap(2)). */
    public static final String HUGEPAGE = "hugepage";

    /** One region that is there before the first object is made. */
    public static final String ARENA = "arena";

    private Mlx4Allocators() {}
}
