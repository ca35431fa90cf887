package io.racedet.compressed.summary;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** Linked lists of accesses; a list is the number of its first node. Not thread-safe. */
public final class AccessNodes {
  /** The empty list. */
  public static final int NONE = -1;

  private int[] next = new int[16];
  private int[] who = new int[16];
  private long[] time = new long[16];
  private long[] detail = new long[16];
  private int size;
  private int free = NONE; // the first of the free nodes

  public void clear() {
    size = 0;
    free = NONE;
  }

  /** The number of nodes, free ones included. */
  public int size() {
    return size;
  }

  /** Adds an access at the front of a list; returns the new list. */
  public int add(int list, int newWho, long newTime, long newDetail) {
    int node = free;
    if (node != NONE) {
      free = next[node];
    } else {
      if (size == next.length) {
        next = IntArrays.grow(next, size + 1);
        who = IntArrays.grow(who, size + 1);
        time = LongArrays.grow(time, size + 1);
        detail = LongArrays.grow(detail, size + 1);
      }
      node = size++;
    }
    next[node] = list;
    set(node, newWho, newTime, newDetail);
    return node;
  }

  /** Replaces the access of a node. */
  public void set(int node, int newWho, long newTime, long newDetail) {
    who[node] = newWho;
    time[node] = newTime;
    detail[node] = newDetail;
  }

  /** Removes a node, given the previous one or NONE; returns the new list. */
  public int remove(int list, int previous, int node) {
    int after = next[node];
    next[node] = free;
    free = node;
    if (previous == NONE) {
      return after;
    }
    next[previous] = after;
    return list;
  }

  /** Frees all nodes of a list; returns the empty list. */
  public int drop(int list) {
    int last = NONE;
    for (int node = list; node != NONE; node = next[node]) {
      last = node;
    }
    if (last != NONE) {
      next[last] = free;
      free = list;
    }
    return NONE;
  }

  public int length(int list) {
    int length = 0;
    for (int node = list; node != NONE; node = next[node]) {
      length++;
    }
    return length;
  }

  /** Copies a list into arrays, up to a position. */
  public void copy(int list, int to, int[] intoWho, long[] intoTime, long[] intoDetail) {
    int at = to;
    for (int node = list; node != NONE; node = next[node]) {
      at--;
      intoWho[at] = who[node];
      intoTime[at] = time[node];
      intoDetail[at] = detail[node];
    }
  }

  public int next(int node) {
    return next[node];
  }

  /** The column and kind of an access. */
  public int who(int node) {
    return who[node];
  }

  public long time(int node) {
    return time[node];
  }

  /** The detail word of an access, or a set that belongs to it. */
  public long detail(int node) {
    return detail[node];
  }
}
