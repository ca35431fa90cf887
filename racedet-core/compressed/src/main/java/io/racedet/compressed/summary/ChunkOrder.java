package io.racedet.compressed.summary;

import io.racedet.ids.DenseIds;

/**
 * Summary of happens-before in a stretch of a trace: for each symbol, the symbols whose pasts are
 * ordered before its end, and how much of the stretch is.
 *
 * @param symbols the symbols that occur, see {@link Symbol}; their positions are the rows below
 * @param words number of words of a set of rows
 * @param moved the rows that other rows are ordered before
 * @param before for each moved row, the set of rows whose past is ordered before it, itself
 *     included
 * @param known for each moved row and each column, the newest event of the thread that is ordered
 *     before it, counted from 1 at the start of the stretch, 0 for none
 * @param sets further sets of rows, of first accesses
 */
public record ChunkOrder(
    long events,
    int[] symbols,
    int words,
    int[] columns,
    int[] moved,
    long[] before,
    long[] known,
    long[] sets) {
  /** The only row in a set, or {@link DenseIds#NONE} if there are several. */
  static int single(long[] set, int at, int words) {
    int single = DenseIds.NONE;
    for (int w = 0; w < words; w++) {
      long word = set[at + w];
      if (word != 0 && (single != DenseIds.NONE || (word & word - 1) != 0)) {
        return DenseIds.NONE;
      }
      if (word != 0) {
        single = w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
    }
    return single;
  }
}
