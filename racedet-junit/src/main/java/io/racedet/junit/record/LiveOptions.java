package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.runtime.log.BufferSpace;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * How a recording is analysed beside the test, once it is too long to be kept in memory.
 *
 * @param memory words of the records that may wait for their analysis
 * @param spill bytes of the file of records, from which details are read later
 * @param analysis creates what receives the events, in a thread of its own, given the names of
 *     their ids, which are known when the recording has ended
 * @param locks creates what receives acquires and releases only, given whether an acquire at a
 *     location is a try; returns null if nothing is to receive them
 */
public record LiveOptions(
    long memory,
    long begin,
    long spill,
    Path folder,
    Function<Names, EventSink> analysis,
    Function<IntPredicate, EventSink> locks) {
  /** Options of a recording whose locks are not watched. */
  public LiveOptions(
      long memory, long begin, long spill, Path folder, Function<Names, EventSink> analysis) {
    this(memory, begin, spill, folder, analysis, isTry -> null);
  }

  /**
   * Options in mebibytes.
   *
   * @param memory mebibytes of the records that may wait for their analysis
   * @param spill mebibytes of the file of records
   * @param analysis creates what receives the events
   * @param locks creates what receives acquires and releases only, or returns null
   */
  public static LiveOptions ofMebibytes(
      long memory,
      long spill,
      Path folder,
      Function<Names, EventSink> analysis,
      Function<IntPredicate, EventSink> locks) {
    long words = memory * BufferSpace.MIB;
    return new LiveOptions(words, words / 2, spill << 20, folder, analysis, locks);
  }
}
