package io.racedet.runtime.locks;

/** The threads of a recording, by their slots. Thread-safe. */
public interface RecordedThreads {
  /** How many there are so far. */
  int count();

  /** The locks of one of them. */
  HeldLocks locks(int slot);

  /** Whether the recording has ended. */
  boolean isOver();
}
