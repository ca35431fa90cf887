package io.racedet.engine.window;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Dense numbers for the ids that are used in a window, in the order of first use. */
public final class WindowIds {
  private static final int INITIAL = 16;

  private int window; // number of the current window
  private int[] seen = new int[0]; // by id: the last window that used it
  private int[] number = new int[0];
  private int[] ids = new int[INITIAL]; // by number
  private int size;

  public WindowIds() {
    clear();
  }

  /** The number of an id in this window. */
  public int number(int id) {
    if (id >= seen.length) {
      seen = IntArrays.grow(seen, id + 1);
      number = IntArrays.grow(number, id + 1);
    }
    if (seen[id] != window) {
      seen[id] = window;
      number[id] = size;
      if (size == ids.length) {
        ids = IntArrays.grow(ids, size + 1);
      }
      ids[size++] = id;
    }
    return number[id];
  }

  /** How many ids this window has used. */
  public int size() {
    return size;
  }

  /** The id of a number of this window. */
  public int id(int ofNumber) {
    return ids[ofNumber];
  }

  /** Begins the next window. */
  public void clear() {
    window++;
    size = 0;
  }
}
