package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.ChunkOrder;
import io.racedet.engine.compressed.summary.OpenSummary;

/**
 * What a stretch of a trace means for the lockset discipline: its order, what it does to the locks
 * held, and for each variable and thread the locks that protect all accesses, as far as the stretch
 * tells, and the last accesses.
 *
 * @param order the order in it
 * @param open what it does to the locks held
 * @param locks those that occur, by bit
 * @param words how many words a set of them takes
 * @param variables those accessed or renewed in it
 * @param flags of each, see {@link LocksetStretch}
 * @param firstEnd for each variable the end of its entries before it was renewed first, or of all
 * @param lastEnd the end of its entries since it was renewed last, which follow those
 * @param threads of each entry
 * @param kinds which kinds of accesses there were, bit by bit
 * @param sets two sets of each entry: what protects all its reads, and what all its writes
 * @param times four of each entry: of the last access of each kind, 0 for none
 * @param details of these
 */
public record LocksetSummary(
    ChunkOrder order,
    OpenSummary open,
    int[] locks,
    int words,
    int[] variables,
    int[] flags,
    int[] firstEnd,
    int[] lastEnd,
    int[] threads,
    int[] kinds,
    long[] sets,
    long[] times,
    long[] details) {}
