package io.racedet.junit.record.merge;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.function.IntConsumer;

/**
 * Determines which arrays with range accesses are used by more than one thread. A range of an array
 * that only one thread uses is not expanded into an event for each element. While a recording is in
 * progress, another thread may use any of them later, and all are expanded.
 */
final class RangeUsers {
  private static final int NO_THREAD = -1;
  private static final int SEVERAL = -2;

  private final Long2IntOpenHashMap users = new Long2IntOpenHashMap();

  private final boolean whole;

  RangeUsers(boolean whole) {
    this.whole = whole;
    users.defaultReturnValue(SEVERAL);
  }

  static boolean isRange(LogCursor at) {
    return at.kind() == Layout.SYNC && at.aspect() == Aspects.RANGE;
  }

  void add(LogCursor at) {
    if (isRange(at)) {
      users.put(at.object(), NO_THREAD);
    }
  }

  void scan(MergePlan plan) {
    for (int slot = 0; slot < plan.threads() && !users.isEmpty(); slot++) {
      LogCursor at = plan.cursor(slot);
      while (at.next()) {
        if (at.isAccess() || at.isWalk() || isRange(at)) {
          use(at.object(), slot);
        }
      }
    }
  }

  private void use(long object, int slot) {
    int user = users.get(object);
    if (user != SEVERAL && user != slot) {
      users.put(object, user == NO_THREAD ? slot : SEVERAL);
    }
  }

  /** How many elements of an array a range has; 0 for other records. */
  static int length(LogCursor at) {
    return isRange(at) ? at.rangeLength() : 0;
  }

  /** Sends the elements of a range of an array that several threads use. */
  void forEach(LogCursor range, IntConsumer indices) {
    if (isRange(range) && (!whole || users.get(range.object()) == SEVERAL)) {
      int end = (int) range.operand();
      for (int index = (int) (range.operand() >>> Integer.SIZE); index < end; index++) {
        indices.accept(index);
      }
    }
  }
}
