package io.racedet.engine.goldilocks;

import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The lockset of one access: the threads whose further events it is ordered before, and the locks,
 * sync variables, channels and notifies through which more threads can enter the set.
 */
public final class GoldilocksSet {
  /** No thread. */
  static final int NOBODY = -1;

  // An element: | kind:4 | id:60 |
  private static final int KIND_SHIFT = 60;
  private static final long THREAD = 1L << KIND_SHIFT;
  private static final long LOCK = 2L << KIND_SHIFT; // released in exclusive mode
  private static final long SHARED_LOCK = 3L << KIND_SHIFT; // released in shared mode
  private static final long SYNC = 4L << KIND_SHIFT;
  private static final long CHANNEL = 5L << KIND_SHIFT;
  private static final long NOTIFY = 6L << KIND_SHIFT; // by its index

  private static final int MANY = 512; // a larger table is replaced, not cleared

  private LongOpenHashSet elements = new LongOpenHashSet();

  /** Resets it to the set of a new access. */
  public void start(int thread) {
    if (elements.size() > MANY) {
      elements = new LongOpenHashSet();
    } else {
      elements.clear();
    }
    elements.add(THREAD | thread);
  }

  /** Whether the access is ordered before the further events of a thread. */
  public boolean hasThread(int thread) {
    return elements.contains(THREAD | thread);
  }

  /**
   * Applies the rule of a sync event.
   *
   * @param notify the index of this notify, or of the one that caused this wake; 0 for none
   * @return the thread that this rule puts into the set, or {@link #NOBODY}
   */
  public int apply(Op op, int thread, int operand, long notify) {
    return switch (op) {
      case ACQUIRE -> receive(thread, has(LOCK | operand) || has(SHARED_LOCK | operand));
      case ACQUIRE_SHARED -> receive(thread, has(LOCK | operand));
      case SYNC_READ -> receive(thread, has(SYNC | operand));
      case RECEIVE -> receive(thread, has(CHANNEL | operand));
      case WAKE -> receive(thread, has(NOTIFY | notify));
      case JOIN -> receive(thread, hasThread(operand));
      case FORK -> receive(operand, hasThread(thread));
      case RELEASE -> send(thread, LOCK | operand);
      case RELEASE_SHARED -> send(thread, SHARED_LOCK | operand);
      case SYNC_WRITE -> send(thread, SYNC | operand);
      case SEND -> send(thread, CHANNEL | operand);
      case NOTIFY -> send(thread, NOTIFY | notify);
      default -> NOBODY;
    };
  }

  private boolean has(long element) {
    return elements.contains(element);
  }

  private int receive(int thread, boolean receives) {
    if (receives) {
      elements.add(THREAD | thread);
      return thread;
    }
    return NOBODY;
  }

  private int send(int thread, long element) {
    if (hasThread(thread)) {
      elements.add(element);
    }
    return NOBODY;
  }
}
