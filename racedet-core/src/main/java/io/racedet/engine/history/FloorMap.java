package io.racedet.engine.history;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Values by variable, of which the one with the highest variable not above another is found in
 * constant time: each level of bits says which words of the level below are not 0. Takes a bit for
 * each variable, and memory for the values of 64 variables where there is one. Not thread-safe.
 */
public final class FloorMap<V> {
  private static final int SHIFT = 6;
  private static final int LEVELS = 6; // of 6 bits each, for variables of 31 bits
  private static final int PAGE = 1 << SHIFT;
  private static final int NONE = -1;

  private final long[][] levels = new long[LEVELS][1];
  private Object[][] pages = new Object[1][];
  private Object[] spare; // a page without values, or null
  private int size;

  /** Creates an empty map. */
  public FloorMap() {}

  /** How many values there are. */
  public int size() {
    return size;
  }

  /** Sets the value of a variable. */
  public void put(int variable, V value) {
    int page = variable >>> SHIFT;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, larger(page));
    }
    if (pages[page] == null) {
      pages[page] = spare != null ? spare : new Object[PAGE];
      spare = null;
    }
    if (pages[page][variable & PAGE - 1] == null) {
      size++;
      int at = variable;
      for (int level = 0; level < LEVELS; level++) {
        set(level, at);
        at >>>= SHIFT;
      }
    }
    pages[page][variable & PAGE - 1] = value;
  }

  private void set(int level, int at) {
    int word = at >>> SHIFT;
    if (word >= levels[level].length) {
      levels[level] = Arrays.copyOf(levels[level], larger(word));
    }
    levels[level][word] |= 1L << at;
  }

  private static int larger(int index) {
    return index + (index >> 1) + 1;
  }

  /** Removes the value of a variable, which has one. */
  public void remove(int variable) {
    pages[variable >>> SHIFT][variable & PAGE - 1] = null;
    size--;
    int at = variable;
    for (int level = 0; level < LEVELS; level++) {
      long[] words = levels[level];
      words[at >>> SHIFT] &= ~(1L << at);
      if (words[at >>> SHIFT] != 0) {
        return;
      }
      if (level == 0) {
        spare = pages[variable >>> SHIFT];
        pages[variable >>> SHIFT] = null;
      }
      at >>>= SHIFT;
    }
  }

  /** The value of the highest variable not above one; null if there is none. */
  public V floor(int variable) {
    int at = highest(variable);
    return at == NONE ? null : value(at);
  }

  @SuppressWarnings("unchecked") // only values are put
  private V value(int variable) {
    return (V) pages[variable >>> SHIFT][variable & PAGE - 1];
  }

  private int highest(int variable) {
    int at = variable;
    long mask = -1L >>> ~at; // the bits up to this one
    for (int level = 0; level < LEVELS; level++) {
      long[] words = levels[level];
      int word = at >>> SHIFT;
      long below = word < words.length ? words[word] & mask : 0;
      if (below != 0) {
        return lowestLevel(level, (word << SHIFT) + highestBit(below));
      }
      at = word < words.length ? word : words.length;
      mask = (1L << at) - 1; // the bits below this one
    }
    return NONE;
  }

  /* The highest variable below a bit of a level. */
  private int lowestLevel(int level, int bit) {
    int at = bit;
    for (int below = level - 1; below >= 0; below--) {
      at = (at << SHIFT) + highestBit(levels[below][at]);
    }
    return at;
  }

  private static int highestBit(long word) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
  }

  /** Passes all values, in the order of their variables. */
  public void forEach(Consumer<V> to) {
    for (int word = 0; word < levels[0].length; word++) {
      for (long left = levels[0][word]; left != 0; left &= left - 1) {
        to.accept(value((word << SHIFT) + Long.numberOfTrailingZeros(left)));
      }
    }
  }
}
