package io.racedet.engine.cp;

import java.util.Arrays;

/** Dense numbers of their own for the ids that are used in a window, in the order of first use. */
public final class WindowIds {
  private static final int INITIAL = 16;

  private int window; // which one it is
  private int[] seen = new int[0]; // by id, in which window last
  private int[] number = new int[0];
  private int[] ids = new int[INITIAL]; // by number
  private int size;

  public WindowIds() {
    clear();
  }

  public int number(int id) {
    if (id >= seen.length) {
      int length = seen.length;
      seen = Arrays.copyOf(seen, Math.max(id + 1, length + (length >> 1)));
      number = Arrays.copyOf(number, seen.length);
    }
    if (seen[id] != window) {
      seen[id] = window;
      number[id] = size;
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
      }
      ids[size++] = id;
    }
    return number[id];
  }

  public int id(int ofNumber) {
    return ids[ofNumber];
  }

  /** Begins another window. */
  public void clear() {
    window++;
    size = 0;
  }
}
