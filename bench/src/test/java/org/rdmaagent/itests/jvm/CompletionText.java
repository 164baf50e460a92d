// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

/** What the page says about its figures of completions. */
final class CompletionText {
    static final String HEAD =
            """
            # Completions beside C

            What was measured: ways to poll a completion queue of the emulated mlx4 device, under the real libibverbs \
            and libmlx4, beside loops in C (src/test/c/completions.c) over a queue of the same kind in the same process. \
            Each way has JVMs of its own, as in an agent (three one after the other, if there is a goal), and C beside it in \
            the same process; \
            the measuring thread is kept on one CPU, the device on another and held meanwhile.

            - A sample is the time in which 8000 completions that are there are taken (4000 of those that are \
            received), divided by their number; a figure is the median of all samples that count, a ratio the median of \
            the ratios to the sample of C right before; of three JVMs the one in the middle stands here, of C the one in \
            the middle of all (one that was disturbed the whole time, by its own account or beside the others, only if there is \
            no other): a time divided by that of C need not be the ratio, which compares what was measured in the \
            same moment, and is what to go by. Every completion is read (wr_id, status, byte_len) into a sum that depends on their order, and the sum is checked \
            each time.
            - A sample counts if the core was undisturbed: before, between and after, a piece of work that fills every \
            slot of a core took at most 1.05 times the least time that was ever seen. A virtual machine shares its \
            cores: with another thread at work in the same one, code that fills it takes twice as long, code that waits \
            for fences and locks hardly any longer, and no ratio means anything.
            - undisturbed: the part of a row's samples that counted, at the batch size where it was the least; of the JVMs \
            that count the one in the middle. `all` behind it: at one batch size fewer than eight were \
            left, so that all count there, disturbed or not; take such a row with care. Bytes do not depend on it. Swaps and \
            single calls are measured in other ways, without a look at the core.
            - The completions were just written by a CPU: a card's come by DMA, and miss the cache for C and for us. \
            Ratios move towards 1 there.
            - Reading: bare receive completions of one UD queue pair whose receives were posted one by one; of `direct` \
            as a ring, which it needs. Nothing is posted again: the device writes completions without receives.
            - Receiving: datagrams that the device wrote into a ring of 4096 buffers, on the CPU that measures; the handler gives each buffer \
            back. In C: ibv_poll_cq, then ibv_post_recv of the batch in one call.
            - Loop: the same handler in the agent's poll loop, its turns called by hand; a turn also looks for \
            commands, counts, and takes the time twice. Beside the same C.
            - Ways: `jna` and `ffm` call ibv_poll_cq each time, `peek+` looks at the next entry first, `direct` reads \
            the entries and posts the receives without the library, through the memory access of the one that is named.
            - direct needs fewer nanoseconds than C because it does less than libmlx4: no lock, no fence for each entry, \
            no copy into struct ibv_wc.
            - Goals are figures of our own, set on one machine: ratios at batch 1 / 16 / 64. What is measured is held against \
            them before it is rounded. **no** means that a figure of this run is above its goal, and nothing else: no test \
            fails by it, and all works as it did. Runs on one machine have differed by a tenth and more, the most where few \
            samples were undisturbed. If a goal is missed by a few hundredths, run it again while the machine has nothing else \
            to do; if it is missed by far, or each time, that way is slower than we want it to be, and there is work to do. \
            Which way to take is told by the tables below, not by the goals.
            - bytes: allocated for a completion after warming up, the most of five looks at each batch size.

            """;

    static final String SWAPS =
            """
            The poll loop, batches of 64, rings; 1000 swaps among four handler classes by the loop's command, one for \
            1024 completions, in the middle of them. Rates are the mean over such rounds, by CPU time of the thread; as above, a \
            round counts if the core was undisturbed (of fewer than eight, all do; the last column tells the share of the column \
            where it was the least). Pause: from the end of the last poll for the old handler to that of the first for the new \
            one, as the loop tells it, of all swaps; it includes the old handler's last batch. A swap itself takes the thread some \
            tens of microseconds, which lowers `meanwhile`: of one swap for a million completions it would not be seen.

            """;

    static final String CALLS =
            """
            JMH 1.37, average time, two forks; bytes by its profiler `gc`, JMH's own among them. A full poll takes one completion of bare \
            ones, and nobody reads it; of `direct` its buffer is given back, which is part of the next poll. A poll of an empty queue is cheaper in the tables above: \
            there nothing but a sum is between two polls; JMH keeps each result, and looks after each whether its time is over. How far a figure \
            can be trusted is told by JMH's interval, in place of a share of undisturbed samples.

            """;

    private CompletionText() {}
}
