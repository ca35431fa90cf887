package io.racedet.junit.truth.program;

/** Where the recording sees the steps of a program: each writes an element of its own. */
final class Marks {
  private static final int MOST = 1 << 10;
  private static final int[] WRITTEN = new int[MOST];

  private Marks() {}

  /** Takes a step. The raw recording is woven into its beginning. */
  static void touch(int step, long history) {
    WRITTEN[step] = 1;
  }
}
