package io.racedet.engine.deadlock;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Choices of one request of each kind on a path, such that all threads are different. */
final class DistinctThreads {
  /* A matching of kinds and threads that grows with the path by augmenting paths, so that no path
   * is followed that too few threads can take. */
  private static final int NONE = -1;

  private final RequestNodes nodes;
  private final List<IntArrayList> kinds = new ArrayList<>(); // their members
  private final List<int[]> choices = new ArrayList<>(); // by length of the path: one node of each
  private final IntOpenHashSet visited = new IntOpenHashSet();

  DistinctThreads(RequestNodes nodes) {
    this.nodes = nodes;
  }

  /** Adds a kind by its members, unless there is no choice then. */
  boolean push(IntArrayList members) {
    int size = kinds.size();
    int[] choice = size == 0 ? new int[1] : Arrays.copyOf(choices.get(size - 1), size + 1);
    choice[size] = NONE;
    kinds.add(members);
    visited.clear();
    if (!choose(choice, size)) {
      kinds.remove(size);
      return false;
    }
    choices.add(choice);
    return true;
  }

  /** How many threads the last push has looked at. */
  int tried() {
    return visited.size();
  }

  /** Removes the last kind. */
  void pop() {
    kinds.remove(kinds.size() - 1);
    choices.remove(choices.size() - 1);
  }

  /** Chooses for one position, and others for those that have the thread now. */
  private boolean choose(int[] choice, int position) {
    IntArrayList members = kinds.get(position);
    for (int i = 0; i < members.size(); i++) {
      int node = members.getInt(i);
      if (visited.add(nodes.thread(node))) {
        int holder = holder(choice, nodes.thread(node));
        if (holder == NONE || choose(choice, holder)) {
          choice[position] = node;
          return true;
        }
      }
    }
    return false;
  }

  private int holder(int[] choice, int thread) {
    for (int i = 0; i < choice.length; i++) {
      if (choice[i] != NONE && nodes.thread(choice[i]) == thread) {
        return i;
      }
    }
    return NONE;
  }
}
