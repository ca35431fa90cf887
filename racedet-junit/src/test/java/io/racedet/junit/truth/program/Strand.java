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
    touch(world, step, history);
  }

  /** Learns something, on which later steps depend. */
  void learn(int step, int outcome) {
    history = learnt(history, step, outcome);
  }

  /** What is known after a call, by what was known before. */
  static long learnt(long history, int step, int outcome) {
    return (history * 31 + step) * 1_000_003 + outcome;
  }

  /** A callback that takes one step. */
  static void touchAlone(World world, int step) {
    Delays.before(step);
    touch(world, step, ProgramThreads.current() + 1);
    Delays.sometimes();
  }

  private static void touch(World world, int step, long history) {
    if (!world.isOver()) {
      Marks.touch(step, history);
    }
  }
}
