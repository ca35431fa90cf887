package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.LongPredicate;

/** Objects that stand for others, whose channels they have. Not thread-safe. */
public final class Aliases {
  private final Long2LongOpenHashMap originals = new Long2LongOpenHashMap(); // by alias
  private final Long2IntOpenHashMap counts = new Long2IntOpenHashMap(); // of aliases, by original

  /** From now on an object stands for another one, or for what that stands for. */
  public void add(long alias, long object) {
    long original = original(object);
    if (originals.containsKey(alias)) {
      drop(originals.get(alias));
    }
    originals.put(alias, original);
    counts.addTo(original, 1);
  }

  private void drop(long original) {
    if (counts.addTo(original, -1) == 1) {
      counts.remove(original);
    }
  }

  /** What an object stands for: itself if it is no alias. */
  public long original(long object) {
    return originals.getOrDefault(object, object);
  }

  /** Whether another object has the channels of an object, which so can outlive it. */
  public boolean isOriginal(long object) {
    return counts.containsKey(object);
  }

  /** Forgets aliases of which no later record is. */
  public void forget(LongPredicate objects) {
    originals
        .long2LongEntrySet()
        .removeIf(
            entry -> {
              boolean isOver = objects.test(entry.getLongKey());
              if (isOver) {
                drop(entry.getLongValue());
              }
              return isOver;
            });
  }
}
