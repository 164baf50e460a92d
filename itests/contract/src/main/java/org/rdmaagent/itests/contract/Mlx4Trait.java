// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

/** What one rig of {@link Mlx4Contract} does and another does not. */
public enum Mlx4Trait {
    /** The rig can have the next work queue fail: {@link Mlx4Rig#failNextWorkQueue}. */
    WORK_QUEUE_FAULT,
    /** Completion queues can be made on the device of another driver. */
    FOREIGN_OBJECTS
}
