package io.racedet.trace;

import java.util.Arrays;

/** Room for more rows of ints in one array. */
final class CellRows {
  private CellRows() {}

  /** A longer copy of an array of rows of a width, a power of two. */
  static int[] longer(int[] cells, int width) {
    int most = Integer.MAX_VALUE / width * width;
    if (cells.length == most) {
      throw new OutOfMemoryError("more than " + most / width + " rows");
    }
    long length = cells.length + (long) (cells.length / 2 / width) * width;
    return Arrays.copyOf(cells, (int) Math.min(Math.max(length, cells.length + width), most));
  }
}
