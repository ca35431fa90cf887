package io.racedet.engine.compressed;

/**
 * What a stretch of a trace asks of the execution before it, and what it leaves, see {@link
 * WellFormedness}.
 *
 * @param threads that occur
 * @param lives what happens to each, bit by bit
 * @param locks that occur
 * @param rest for each lock the modes in which no other thread may hold it before
 * @param end for each lock the end of its holds, which follow each other
 * @param who thread, whether the count before is exact, and mode of each
 * @param released how often it must be held before, at least or exactly
 * @param acquired how often it is held at the end, of those acquired in the stretch
 */
record FormSummary(
    int[] threads,
    int[] lives,
    int[] locks,
    int[] rest,
    int[] end,
    int[] who,
    long[] released,
    long[] acquired) {}
