package io.racedet.junit.record.merge;

/** Receives the records of all threads in one order. */
@FunctionalInterface
public interface RecordSink {
  /** Receives the record at the cursor. Returns false to end the merge. */
  boolean record(LogCursor at);
}
