package io.racedet.engine.deadlock;

import io.racedet.event.LockContexts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.Consumer;

/**
 * The cycles in the graph of requests, in which one leads to another one if its thread holds the
 * lock that the other one asks for, in modes that exclude each other. Threads and locks of a cycle
 * are different, and no two of its threads hold one lock in such modes before their requests, since
 * then they cannot be there at the same time.
 */
final class RequestCycles {
  /* A cycle is found from its newest node, by a depth-first search of paths through older ones, in
   * one component of the graph of locks. A step is a node that is compared with a path. */
  private final RequestNodes nodes;
  private final LockContexts contexts;
  private final Consumer<int[]> found;
  private final long mostSteps;
  private final IntArrayList path = new IntArrayList();
  private LockComponents components;
  private int locks;
  private int searched; // the nodes before are those of cycles that have been found
  private long steps;

  /**
   * Starts without nodes.
   *
   * @param mostSteps how many steps are taken in all
   * @param found receives the nodes of each cycle, in its order
   */
  RequestCycles(RequestNodes nodes, LockContexts contexts, long mostSteps, Consumer<int[]> found) {
    this.nodes = nodes;
    this.contexts = contexts;
    this.mostSteps = mostSteps;
    this.found = found;
  }

  /** Whether cycles may be missing. */
  boolean isCutOff() {
    return steps >= mostSteps;
  }

  /** Finds the cycles that have not been found yet. */
  void search() {
    LongOpenHashSet edges = new LongOpenHashSet();
    for (int node = 0; node < nodes.size(); node++) {
      for (int c = nodes.held(node); !contexts.holdsNothing(c); c = contexts.parent(c)) {
        edges.add((long) contexts.lock(c) << Integer.SIZE | nodes.lock(node));
        locks = Math.max(locks, Math.max(contexts.lock(c), nodes.lock(node)) + 1);
      }
    }
    components = new LockComponents(locks, edges);
    while (searched < nodes.size()) {
      path.clear();
      path.add(searched++);
      extend();
    }
  }

  private void extend() {
    int last = path.getInt(path.size() - 1);
    for (int c = nodes.held(last); !contexts.holdsNothing(c); c = contexts.parent(c)) {
      int lock = contexts.lock(c);
      if (contexts.isShared(c) && isExclusive(lock, nodes.held(last))) {
        continue; // held in both modes
      }
      if (lock == nodes.lock(path.getInt(0))) {
        if (path.size() > 1 && excludes(c, path.getInt(0))) {
          found.accept(path.toIntArray());
        }
        continue;
      }
      if (!components.areConnected(lock, nodes.lock(path.getInt(0)))) {
        continue;
      }
      for (int next = nodes.newest(lock); next != RequestNodes.NONE; next = nodes.older(next)) {
        if (isCutOff()) {
          return;
        }
        steps++;
        if (next < path.getInt(0) && excludes(c, next) && fits(next)) {
          path.add(next);
          extend();
          path.removeInt(path.size() - 1);
        }
      }
    }
  }

  private boolean isExclusive(int lock, int held) {
    for (int c = held; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      if (contexts.lock(c) == lock && !contexts.isShared(c)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a lock is held and asked for in modes that exclude each other. */
  private boolean excludes(int context, int request) {
    return !(contexts.isShared(context) && nodes.isShared(request));
  }

  /** Whether a node can be on the path with each node there. */
  private boolean fits(int node) {
    for (int i = 0; i < path.size(); i++) {
      int other = path.getInt(i);
      if (nodes.thread(node) == nodes.thread(other)
          || nodes.lock(node) == nodes.lock(other)
          || contexts.protect(nodes.held(node), nodes.held(other))) {
        return false;
      }
    }
    return true;
  }
}
