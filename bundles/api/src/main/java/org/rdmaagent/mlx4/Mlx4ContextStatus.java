// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/**
 * A context of an mlx4 device that the agent holds.
 *
 * @param device such as {@code mlx4_0}
 * @param context its name, such as {@code qp/feed}
 * @param objects how many objects are open on it
 * @param logWqsRange the one attribute
 * @param allocator the other one
 * @param origin where its plan comes from: the name of a file, {@code operator}, or {@code default}
 * @param needsReopen whether the plan comes into force only when it is opened again
 * @param note what could not be done as planned, and why; empty if all is as planned
 */
public record Mlx4ContextStatus(
        String device,
        String context,
        int objects,
        LogWqsRange logWqsRange,
        AllocatorStatus allocator,
        String origin,
        boolean needsReopen,
        String note) {}
