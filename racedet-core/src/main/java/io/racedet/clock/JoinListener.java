package io.racedet.clock;

/** Receives the joins by which a thread comes to know events of other threads. */
@FunctionalInterface
public interface JoinListener {
  /** Called when an event is newly ordered before a thread's present. */
  void joined(int thread, int other, long time);
}
