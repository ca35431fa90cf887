package io.racedet.junit.record.merge;

/**
 * What is to be merged: the logs of all threads, and what is known of them beyond the records at
 * which the merge is. Of a recording in progress it grows between the rounds of the merge.
 */
interface MergeInput {
  /** How many threads there are so far. */
  int threads();

  /** A new cursor over the records of a thread that may be merged. */
  LogCursor cursor(int slot);

  /** Whether the cursor of a thread is behind all that is known of the thread. */
  boolean isDrained(int slot);

  /** Whether a thread may not begin before its FORK. */
  boolean isForked(int slot);

  /** The version of the first access on each stripe; versions wrap around. */
  int[] firstVersions();

  /** The smallest number of a sync record. */
  long firstSeq();

  /** The smallest number of a known sync record that is at least {@code seq}, or -1. */
  long seqFrom(long seq);

  /** Below which number all sync records are known. */
  long knownSeqs();

  /** Whether more must be known of a thread before a sync record of it is passed. */
  boolean isUndecided(LogCursor at);

  ClassInits classInits();
}
