package io.racedet.clock;

/** Is told when a thread learns of another one's event. */
@FunctionalInterface
public interface JoinListener {
  /**
   * An event is before a thread's present now, and was not.
   *
   * @param thread the thread
   * @param other the thread of the event
   * @param time the event's index
   */
  void joined(int thread, int other, long time);
}
