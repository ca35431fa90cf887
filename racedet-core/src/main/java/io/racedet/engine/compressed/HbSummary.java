package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.ChunkOrder;

/**
 * What a stretch of a trace means for happens-before races: its order, and of each variable the
 * accesses that those before the stretch can race with, and those that later ones can.
 *
 * @param order the order in it
 * @param variables those accessed or renewed in it
 * @param flags of each variable, see {@link HbStretch}
 * @param headEnd for each variable the end of its first accesses, which follow each other
 * @param headWho column and kind of each
 * @param headTime its time
 * @param headSet the number of the set of rows whose past reaches it
 * @param tailEnd for each variable the end of its last accesses
 * @param tailWho column and kind of each
 * @param tailTime its time
 * @param tailDetail where
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
