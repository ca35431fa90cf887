package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.runtime.memory.BufferSpace;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * How a recording is analysed beside the test, once it is too long to be kept in memory.
 *
 * @param memory words of the records that may wait for their analysis
 * @param begin how many wait when it begins
 * @param spill bytes of the file of records, from which details are read later
 * @param folder the folder of that file
 * @param analysis creates what receives the events, in a thread of its own, given the names of
 *     their ids, which are known when the recording has ended
 */
public record LiveOptions(
    long memory, long begin, long spill, Path folder, Function<Names, EventSink> analysis) {
  /**
   * Options in mebibytes.
   *
   * @param memory mebibytes of the records that may wait for their analysis
   * @param spill mebibytes of the file of records
   * @param folder the folder of that file
   * @param analysis creates what receives the events
   * @return the options
   */
  public static LiveOptions ofMebibytes(
      long memory, long spill, Path folder, Function<Names, EventSink> analysis) {
    return new LiveOptions(
        memory * BufferSpace.MIB, memory * BufferSpace.MIB / 2, spill << 20, folder, analysis);
  }
}
