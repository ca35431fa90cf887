package io.racedet.engine.deadlock;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * The strongly connected components of the graph of locks, in which one leads to another one if a
 * thread that holds it requests the other one. The locks of a deadlock are in one component.
 */
final class LockComponents {
  /* Tarjan's algorithm without recursion: O(locks + edges). */
  private static final int UNSEEN = 0;

  private final int[] start; // by lock: where its successors begin in targets
  private final int[] targets;
  private final int[] number; // by lock, from 1 in the order of visits
  private final int[] lowest; // the lowest number that is reached
  private final int[] component; // by lock, from 1; 0 while it is open
  private final int[] at; // by lock: its next successor
  private final IntArrayList open = new IntArrayList();
  private final IntArrayList path = new IntArrayList();
  private int numbers;
  private int components;

  /**
   * Finds the components.
   *
   * @param edges the edges: {@code | from:32 | to:32 |}
   */
  LockComponents(int locks, LongOpenHashSet edges) {
    long[] sorted = edges.toLongArray();
    Arrays.sort(sorted);
    start = new int[locks + 1];
    targets = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      start[(int) (sorted[i] >>> Integer.SIZE) + 1] = i + 1;
      targets[i] = (int) sorted[i];
    }
    for (int lock = 0; lock < locks; lock++) {
      start[lock + 1] = Math.max(start[lock + 1], start[lock]);
    }
    number = new int[locks];
    lowest = new int[locks];
    component = new int[locks];
    at = Arrays.copyOf(start, locks);
    for (int lock = 0; lock < locks; lock++) {
      if (number[lock] == UNSEEN) {
        visit(lock);
      }
    }
  }

  /** Whether each of two locks leads to the other one. */
  boolean areConnected(int one, int other) {
    return component[one] == component[other];
  }

  /** The component of a lock, from 1. */
  int of(int lock) {
    return component[lock];
  }

  private void visit(int root) {
    enter(root);
    while (!path.isEmpty()) {
      int lock = path.getInt(path.size() - 1);
      if (at[lock] < start[lock + 1]) {
        int next = targets[at[lock]++];
        if (number[next] == UNSEEN) {
          enter(next);
        } else if (component[next] == 0) {
          lowest[lock] = Math.min(lowest[lock], number[next]);
        }
      } else {
        leave(lock);
      }
    }
  }

  private void enter(int lock) {
    number[lock] = ++numbers;
    lowest[lock] = numbers;
    open.add(lock);
    path.add(lock);
  }

  private void leave(int lock) {
    path.removeInt(path.size() - 1);
    if (!path.isEmpty()) {
      int before = path.getInt(path.size() - 1);
      lowest[before] = Math.min(lowest[before], lowest[lock]);
    }
    if (lowest[lock] == number[lock]) {
      components++;
      int closed;
      do {
        closed = open.removeInt(open.size() - 1);
        component[closed] = components;
      } while (closed != lock);
    }
  }
}
