package io.racedet.junit.truth.raw;

/** What the raw order knows of one thread. */
final class RawThread {
  final int index;
  final RawClock clock = new RawClock();

  /** What relaxed reads have seen; an acquire fence joins it to the clock. */
  final RawClock seen = new RawClock();

  /** The clock at the last release fence, which relaxed writes publish; or null. */
  RawClock fenced;

  RawThread(int index) {
    this.index = index;
    clock.tick(index);
  }
}
