package io.racedet.engine.history;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** Ids in the order in which they were last touched, the newest first. */
public final class Recency {
  public static final int NONE = -1;

  private int newest = NONE;
  private int[] older = new int[0]; // by id
  private int[] newer = new int[0];
  private long[] touched = new long[0]; // 0 for never

  public void touch(int id, long time) {
    if (id >= older.length) {
      older = IntArrays.grow(older, id + 1);
      newer = IntArrays.grow(newer, id + 1);
      touched = LongArrays.grow(touched, id + 1);
    }
    if (id != newest) {
      if (touched[id] != 0) {
        unlink(id);
      }
      older[id] = newest;
      newer[id] = NONE;
      if (newest != NONE) {
        newer[newest] = id;
      }
      newest = id;
    }
    touched[id] = time;
  }

  private void unlink(int id) {
    int next = newer[id]; // it is not the newest, so there is one
    int last = older[id];
    older[next] = last;
    if (last != NONE) {
      newer[last] = next;
    }
  }

  public int newest() {
    return newest;
  }

  /** The id touched before another one, or {@link #NONE}. */
  public int older(int id) {
    return older[id];
  }

  public long touched(int id) {
    return touched[id];
  }
}
