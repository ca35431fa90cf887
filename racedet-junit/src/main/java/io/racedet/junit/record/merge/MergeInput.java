package io.racedet.junit.record.merge;

import io.racedet.runtime.RawTrace;

/**
 * What is to be merged: the logs of all threads, and what is known of them beyond the records at
 * which the merge is. Of a recording in progress it grows between the rounds of the merge.
 */
interface MergeInput {
  /** The logs of the threads that there are so far. */
  RawTrace trace();

  /** A new cursor over the records of a thread that may be merged. */
  LogCursor cursor(int slot);

  /** Whether a thread may not begin before its FORK. */
  boolean isForked(int slot);

  /** The smallest number of a known sync record that is at least {@code seq}, or -1. */
  long seqFrom(long seq);

  /** Whether more must be known of a thread before a sync record of it is passed. */
  boolean isUndecided(LogCursor at);

  ClassInits classInits();
}
