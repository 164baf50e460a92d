// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.receive;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.ReceiveTable;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.ReceiveIndirectionTable;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.WorkQueue;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/**
 * The objects that a table is made of, by their names: protection domain, completion queue and
 * table have that of the table, its work queues {@code NAME/0} and so on. So whoever comes later
 * finds them again.
 */
final class TableParts {
    private static final Errno EINVAL = Errno.of(22);

    private TableParts() {}

    /**
     * Makes them; the range has been set.
     *
     * @throws RdmaException what could be made of them is there then
     */
    static ReceiveTable make(DeviceContext context, TableSpec spec) {
        ProtectionDomain domain = context.allocateProtectionDomain(spec.name());
        CompletionQueue completions =
                context.createCompletionQueue(spec.name(), spec.entries() * spec.queues(), null, 0);
        List<WorkQueue> queues = new ArrayList<>();
        for (int i = 0; i < spec.queues(); i++) {
            queues.add(
                    domain.createWorkQueue(
                            spec.name() + "/" + i,
                            new WqInit(WqType.RQ, spec.entries(), 1),
                            completions));
        }
        if (!contiguous(numbers(queues))) {
            throw new RdmaException(
                    "ibv_create_wq",
                    EINVAL,
                    context.device() + " " + spec.name(),
                    "the work queues have the numbers "
                            + numbers(queues)
                            + ", which do not follow each other: somebody else made a work queue on"
                            + " this context meanwhile; try again");
        }
        return tell(context.device(), context.createReceiveIndirectionTable(spec.name(), queues));
    }

    /** Closes all of them that are there, in the right order. */
    static void close(DeviceContext context, String name) {
        close(context, ReceiveIndirectionTable.class, name);
        List<WorkQueue> queues =
                context.objects().stream()
                        .filter(WorkQueue.class::isInstance)
                        .map(WorkQueue.class::cast)
                        .filter(queue -> isOf(name, queue.name()))
                        .toList();
        queues.forEach(WorkQueue::close);
        close(context, CompletionQueue.class, name);
        close(context, ProtectionDomain.class, name);
    }

    private static void close(
            DeviceContext context, Class<? extends VerbsObject> type, String name) {
        context.find(type, name).ifPresent(VerbsObject::close);
    }

    private static boolean isOf(String name, String queue) {
        return queue.startsWith(name + "/") && queue.indexOf('/', name.length() + 1) < 0;
    }

    /** The tables on a context, in the order of their names. */
    static List<ReceiveIndirectionTable> tables(DeviceContext context) {
        return context.objects().stream()
                .filter(ReceiveIndirectionTable.class::isInstance)
                .map(ReceiveIndirectionTable.class::cast)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    static ReceiveTable tell(String device, ReceiveIndirectionTable table) {
        List<Integer> numbers = numbers(table.queues());
        return new ReceiveTable(
                device,
                table.name(),
                Integer.toUnsignedLong(table.number()),
                Integer.numberOfTrailingZeros(numbers.size()),
                numbers,
                contiguous(numbers));
    }

    private static List<Integer> numbers(List<WorkQueue> queues) {
        return queues.stream().map(WorkQueue::number).toList();
    }

    private static boolean contiguous(List<Integer> numbers) {
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i) != numbers.get(i - 1) + 1) {
                return false;
            }
        }
        return true;
    }
}
