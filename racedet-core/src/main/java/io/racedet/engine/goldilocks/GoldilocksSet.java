package io.racedet.engine.goldilocks;

import io.racedet.clock.HappensBeforeRules;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The lockset of one access: the threads whose further events it is ordered before, and the locks,
 * sync variables, channels and notifies through which more threads can enter the set.
 */
public final class GoldilocksSet implements HappensBeforeRules {
  /** No thread. */
  static final int NOBODY = -1;

  private static final int KIND_SHIFT = 60;
  private static final int MANY = 512; // a larger table is replaced, not cleared

  private LongOpenHashSet elements = new LongOpenHashSet(); // | place:4 | id:60 |

  // Of the current event.
  private long notify;
  private int entered;

  /** Resets it to the set of a new access. */
  public void start(int thread) {
    if (elements.size() > MANY) {
      elements = new LongOpenHashSet();
    } else {
      elements.clear();
    }
    elements.add(element(Place.THREAD, thread));
  }

  /** Whether the access is ordered before the further events of a thread. */
  public boolean hasThread(int thread) {
    return elements.contains(element(Place.THREAD, thread));
  }

  /**
   * Applies the rule of a sync event.
   *
   * @param notify the index of this notify, or of the one that caused this wake; 0 for none
   * @return the thread that this rule puts into the set, or {@link #NOBODY}
   */
  public int apply(Op op, int thread, int operand, long notify) {
    this.notify = notify;
    entered = NOBODY;
    order(op, thread, operand);
    return entered;
  }

  private long element(Place place, int id) {
    return (long) place.ordinal() << KIND_SHIFT | (place == Place.NOTIFY ? notify : id);
  }

  @Override
  public void receive(int thread, Place from, int id) {
    if (elements.contains(element(from, id))) {
      elements.add(element(Place.THREAD, thread));
      entered = thread;
    }
  }

  @Override
  public void send(int thread, Place to, int id) {
    if (hasThread(thread)) {
      elements.add(element(to, id));
      entered = to == Place.THREAD ? id : entered;
    }
  }
}
