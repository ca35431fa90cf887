package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.ChunkOrder;

/**
 * Summary of a stretch of a trace for happens-before races: its order, and for each variable the
 * accesses that can race with earlier ones, and those that can race with later ones.
 *
 * @param order the order of the stretch
 * @param variables the variables accessed or renewed in the stretch
 * @param flags of each variable, see {@link HbStretch}
 * @param headEnd for each variable the end of its first accesses, which are contiguous
 * @param headWho column and kind of each
 * @param headTime its time
 * @param headSet the number of the set of rows whose past is ordered before it
 * @param tailEnd for each variable the end of its last accesses
 * @param tailWho column and kind of each
 * @param tailTime its time
 * @param tailDetail its detail word
 */
public record HbSummary(
    ChunkOrder order,
    int[] variables,
    int[] flags,
    int[] headEnd,
    int[] headWho,
    long[] headTime,
    long[] headSet,
    int[] tailEnd,
    int[] tailWho,
    long[] tailTime,
    long[] tailDetail) {}
