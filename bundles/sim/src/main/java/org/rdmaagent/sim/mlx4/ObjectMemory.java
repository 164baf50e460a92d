// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** The memory of an object, until it is given back. The world's lock is held. */
public final class ObjectMemory {
    /** Of an object whose driver asks nobody for memory. */
    public static final ObjectMemory NONE = new ObjectMemory(() -> {}, () -> {});

    private final Runnable queues;
    private final Runnable record;
    private boolean freed;

    /**
     * Memory in use.
     *
     * @param queues gives the queues back
     * @param record gives the doorbell record back
     */
    ObjectMemory(Runnable queues, Runnable record) {
        this.queues = queues;
        this.record = record;
    }

    /** Gives it back, the record first, as libmlx4 does; again changes nothing. */
    public void free() {
        if (!freed) {
            freed = true;
            record.run();
            queues.run();
        }
    }

    /** Gives the queues back for others, which have the record from now on. */
    public ObjectMemory replacedBy(ObjectMemory others) {
        freed = true;
        queues.run();
        return new ObjectMemory(others.queues, record);
    }
}
