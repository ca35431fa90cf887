package io.racedet.junit.truth.raw;

/** A step of a program in the raw order. */
public final class RawTouch {
  private final int thread;
  private final long history;
  private final RawClock clock;
  private int count = 1;
  private int lastThread;
  private int lastTime;

  RawTouch(int thread, long history, RawClock clock) {
    this.thread = thread;
    this.history = history;
    this.clock = clock;
    lastThread = thread;
    lastTime = clock.time(thread);
  }

  void again(int byThread, RawClock at) {
    count++;
    lastThread = byThread;
    lastTime = at.time(byThread);
  }

  /** How often the step was taken. */
  public int count() {
    return count;
  }

  /** The thread that has taken it. */
  public int thread() {
    return thread;
  }

  /** What its thread had learnt before. */
  public long history() {
    return history;
  }

  /** Whether it comes before another step. */
  public boolean before(RawTouch other) {
    return clock.time(thread) <= other.clock.time(thread);
  }

  /** Whether it comes before another step as often as it was taken. */
  public boolean allBefore(RawTouch other) {
    return before(other) && lastTime <= other.clock.time(lastThread);
  }
}
