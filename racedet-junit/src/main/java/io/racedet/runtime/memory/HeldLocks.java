package io.racedet.runtime.memory;

/** The locks that one thread holds, and what it has done since it acquired the last. */
public final class HeldLocks {
  /** How many locks the thread has acquired in the recording and not yet released. */
  public int count;

  /** Whether an UNSEEN has been recorded for all of these locks. */
  public boolean unseen;

  /** The last object of a stateful call since the last acquire of a lock, or 0. */
  public long stateful;

  /** No lock. */
  public HeldLocks() {}

  /** Follows a sync operation of the thread. */
  public void follow(int op) {
    switch (op) {
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_SHARED -> {
        count++;
        forget();
      }
      case OpCodes.RELEASE, OpCodes.RELEASE_SHARED -> count--;
      case OpCodes.ACQUIRE_ALL -> forget();
      default -> {
        /* No other op changes which locks are held. */
      }
    }
  }

  private void forget() {
    unseen = false;
    stateful = 0;
  }
}
