package io.racedet.compressed;

/**
 * What a stretch of a trace requires of the execution before it, and the state that it leaves, see
 * {@link WellFormedness}.
 *
 * @param lives the life-cycle events of each thread, as bits
 * @param rest for each lock the modes in which no thread but those below may hold it before
 * @param end for each lock the end of its holds, which are contiguous
 * @param who for each hold the thread, whether the count before is exact, and the mode
 * @param released how often the lock must be held before the stretch, at least or exactly
 * @param acquired how many of the acquires in the stretch are open at its end
 */
record WellFormednessSummary(
    int[] threads,
    int[] lives,
    int[] locks,
    int[] rest,
    int[] end,
    int[] who,
    long[] released,
    long[] acquired) {}
