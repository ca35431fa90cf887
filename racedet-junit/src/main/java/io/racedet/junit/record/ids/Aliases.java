package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Objects that stand for others, whose channels they have. Not thread-safe. */
public final class Aliases {
  private final Long2LongOpenHashMap originals = new Long2LongOpenHashMap(); // by alias
  private final LongOpenHashSet all = new LongOpenHashSet(); // originals

  /** Starts without aliases. */
  public Aliases() {}

  /** From now on an object stands for another one, or for what that stands for. */
  public void add(long alias, long object) {
    long original = original(object);
    originals.put(alias, original);
    all.add(original);
  }

  /** What an object stands for: itself if it is no alias. */
  public long original(long object) {
    return originals.getOrDefault(object, object);
  }

  /** Whether another object has the channels of an object, which so can outlive it. */
  public boolean isOriginal(long object) {
    return all.contains(object);
  }
}
