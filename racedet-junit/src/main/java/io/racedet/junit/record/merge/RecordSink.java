package io.racedet.junit.record.merge;

/** Takes the records of all threads in one order. */
@FunctionalInterface
public interface RecordSink {
  /** Takes the record that the cursor stands on. Returns false to end the merge. */
  boolean record(LogCursor at);
}
