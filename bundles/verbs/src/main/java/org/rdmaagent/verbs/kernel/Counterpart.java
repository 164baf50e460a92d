// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.kernel;

/** How a function of the kernel relates to what user space has. */
enum Counterpart {
    /** A C function does the same. */
    DIRECT("direct"),
    /** A C function does it among other things, or nearly. */
    NEAR("near"),
    /** No C function, but user space sees enough to work it out. */
    DERIVED("derived"),
    /** User space has nothing of the kind. */
    KERNEL_ONLY("kernel only");

    private final String label;

    Counterpart(String label) {
        this.label = label;
    }

    /** For people. */
    String label() {
        return label;
    }
}
