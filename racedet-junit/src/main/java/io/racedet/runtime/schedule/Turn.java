package io.racedet.runtime.schedule;

import io.racedet.runtime.log.Layout;

/**
 * How a thread waits for its turn, where the threads of a recording run one at a time. What it is
 * about to do is written by the thread itself before it waits; the rest under the lock of the
 * turns.
 */
public final class Turn {
  /** Whether the thread is held at a point. */
  public volatile boolean waits;

  /** Whether it has its turn, and goes on as soon as it notices. */
  public volatile boolean granted;

  /** The object that it is about to access, 0 if that is not known. */
  public long object;

  /** The field or element of it. */
  public int key;

  /** The instruction, {@link Layout#NONE} if it is not known. */
  public int site;

  /** Whether it has executed the instruction, and is about to do what that covers. */
  public boolean isCovered;

  /** How often its priority was drawn anew, by policies that do so. */
  public int draws;

  /** Its priority after it was lowered; 0 as long as it was not. */
  public int lowered;

  private volatile boolean sleeps;
  private volatile boolean awake;

  /**
   * Lets the calling thread, whose turn this is, sleep until it has its turn, but for a limited
   * time. Takes no permit of {@code park} that the test waits for. If the thread is interrupted all
   * the same, without {@link #stayAwake}, its status is not set for a moment.
   */
  public synchronized void sleep(long millis) {
    sleeps = true;
    try {
      if (!granted && !awake) {
        wait(millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sleeps = false;
    }
  }

  /** Gives the thread its turn. */
  public void grant() {
    granted = true;
    if (sleeps) {
      wake();
    }
  }

  /** Whether the thread may no longer sleep. */
  public boolean isAwake() {
    return awake;
  }

  /**
   * The thread is about to be interrupted: lets it sleep no longer, and returns when it does not.
   * Sleeping would clear its interrupt status, which other threads can see.
   */
  public void stayAwake() {
    awake = true;
    while (sleeps) {
      wake();
      Thread.yield();
    }
  }

  private synchronized void wake() {
    notify();
  }

  /** Whether another thread is about to access the same variable. */
  public boolean isAtVariableOf(Turn other) {
    return object != 0 && object == other.object && key == other.key;
  }
}
