package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.RecordedThreads;

/** The threads of a recording, as a schedule knows them. Thread-safe. */
public interface ScheduledThreads extends RecordedThreads {
  /** One of them, by its slot. */
  ScheduledThread scheduled(int slot);
}
