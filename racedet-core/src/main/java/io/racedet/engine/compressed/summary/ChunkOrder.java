package io.racedet.engine.compressed.summary;

/**
 * Happens-before in a stretch of a trace, as what comes before and after has to know it: for each
 * symbol which symbols' pasts reach its end, and how much of the stretch does.
 *
 * @param events how long the stretch is
 * @param symbols those that occur, see {@link Symbol}; their positions here are the rows below
 * @param words how many words a set of rows takes
 * @param columns the rows of the threads, whose events times are known of
 * @param moved the rows that something reaches; no other row is reached by more than itself
 * @param before for each moved row, the set of rows whose past reaches it, its own among them
 * @param known for each moved row, for each column, the newest event of the thread that reaches it,
 *     counted from 1 at the start of the stretch, 0 for none
 * @param sets further sets of rows, of accesses that tell what was before them
 */
public record ChunkOrder(
    long events,
    int[] symbols,
    int words,
    int[] columns,
    int[] moved,
    long[] before,
    long[] known,
    long[] sets) {}
