package io.racedet.junit.record;

/** Takes the records of all threads in one order. */
@FunctionalInterface
interface RecordSink {
  /** Takes the record that the cursor stands on. Returns false to end the merge. */
  boolean record(LogCursor at);
}
