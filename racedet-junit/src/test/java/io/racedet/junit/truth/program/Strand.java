package io.racedet.junit.truth.program;

/** What a thread, or a callback in it, has learnt so far in a run; used by one thread only. */
final class Strand {
  final World world;
  private long history;

  Strand(World world) {
    this.world = world;
  }

  /** Takes a step. */
  void touch(int step) {
    Delays.before(step);
    Marks.touch(step, history);
  }

  /** Learns something, on which later steps depend. */
  void learn(int step, int outcome) {
    history = (history * 31 + step) * 1_000_003 + outcome;
  }

  /** A callback that takes one step. */
  static void touchAlone(World world, int step) {
    Delays.before(step);
    Marks.touch(step, 0);
    Delays.inCallback();
  }
}
