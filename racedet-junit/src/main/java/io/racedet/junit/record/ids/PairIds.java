package io.racedet.junit.record.ids;

/**
 * Dense ids of pairs of longs, of which the first is not negative, in the order of first use. Not
 * thread-safe.
 */
public final class PairIds {
  private static final int FIRST = 0;
  private static final int SECOND = 1;

  private final IdWords words = new IdWords(2);
  private final IdSlots slots = new IdSlots(words);

  /** Starts without ids. */
  public PairIds() {}

  /** The id of a pair, a new one if it has none. */
  public int of(long first, long second) {
    int known = slots.find(first, second);
    if (known != IdSlots.NONE) {
      return known;
    }
    int added = words.add();
    words.set(added, FIRST, first);
    words.set(added, SECOND, second);
    slots.add(added);
    return added;
  }

  /** The number of ids. */
  public int size() {
    return words.size();
  }

  /** Drops an id, once: nobody asks for it or its pair any more. */
  public void drop(int id) {
    words.drop(id);
  }

  /** Whether the pair of an id is known: it is, unless the id has been dropped. */
  public boolean isKnown(int id) {
    return !words.isLost(id);
  }

  /** The first long of the pair of an id that is known. */
  public long first(int id) {
    return words.get(id, FIRST);
  }

  /** The second long of the pair of an id that is known. */
  public long second(int id) {
    return words.get(id, SECOND);
  }
}
