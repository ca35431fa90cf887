package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.LongPredicate;

/** Which threads have frozen the final fields of objects, and which know that. Not thread-safe. */
public final class Freezes {
  private static final int OBJECT_BITS = 36;
  private static final int NO_THREAD = -1;

  private final Long2IntOpenHashMap threads = new Long2IntOpenHashMap(); // by object
  private final LongOpenHashSet received = new LongOpenHashSet(); // | thread | object:36 |

  public Freezes() {
    threads.defaultReturnValue(NO_THREAD);
  }

  /** A thread has frozen the final fields of an object. */
  public void add(long object, int thread) {
    threads.put(object, thread);
  }

  /**
   * A thread reads final fields: returns whether it is its first time, and another one's freeze.
   */
  public boolean receive(int thread, long object) {
    int by = threads.get(object);
    return by != NO_THREAD && by != thread && received.add((long) thread << OBJECT_BITS | object);
  }

  /** Forgets objects of which no later record is. */
  public void forget(LongPredicate objects) {
    threads.keySet().removeIf(objects);
    received.removeIf(each -> objects.test(each & (1L << OBJECT_BITS) - 1));
  }
}
