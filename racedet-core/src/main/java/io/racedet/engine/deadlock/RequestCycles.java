package io.racedet.engine.deadlock;

import io.racedet.event.LockContexts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The cycles in the graph of requests, in which one leads to another one if its thread holds the
 * lock that the other one requests, in modes that exclude each other. Threads and locks of a cycle
 * are different, and no two of its threads hold one lock in such modes before their requests, since
 * then they cannot be there at the same time.
 */
final class RequestCycles {
  /* A cycle of kinds of requests is found from its newest kind, by a depth-first search of paths
   * through older ones, in one component of the graph of locks. Then threads are chosen. A step is
   * a kind that is compared with a path, or a thread that is looked at. Each component has an equal
   * share of what the smaller ones have left, so that a large one does not hide the others. */

  /** How many cycles of the same kinds, which differ in their threads, are found. */
  static final int MAX_THREADS = 1_000;

  private static final long MAX_COMPARED = 1_000_000;

  private final RequestNodes nodes;
  private final LockContexts contexts;
  private final Consumer<int[]> found;
  private final long mostSteps;
  private final IntArrayList path = new IntArrayList(); // of kinds
  private final IntOpenHashSet taken = new IntOpenHashSet(); // threads
  private final DistinctThreads threads;
  private RequestKinds kinds;
  private LockComponents components;
  private long steps; // that are left
  private int cycles; // of the kinds of the path, that are left
  private boolean isCutOff;

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
    threads = new DistinctThreads(nodes);
  }

  /** Whether cycles may be missing, apart from those of more threads of the same kinds. */
  boolean isCutOff() {
    return isCutOff;
  }

  /** Finds the cycles of all nodes. */
  void search() {
    if (!isAnyBetween()) {
      return;
    }
    kinds = new RequestKinds(nodes, contexts);
    components = components();
    List<IntArrayList> all = inComponents();
    long left = mostSteps;
    for (int i = 0; i < all.size(); i++) {
      steps = left / (all.size() - i);
      left -= steps;
      for (int kind : all.get(i)) {
        follow(kind);
      }
      isCutOff |= steps <= 0;
      left += Math.max(0, steps);
    }
  }

  /** Whether a request both waits for another one and keeps one waiting: in most traces, none. */
  private boolean isAnyBetween() {
    int size = nodes.size();
    boolean[] waits = new boolean[size];
    boolean[] blocks = new boolean[size];
    long compared = 0;
    for (int one = 0; one < size; one++) {
      for (int other = 0; other < size; other++) {
        if (blocks(one, other)) {
          blocks[one] = true;
          waits[other] = true;
          if (waits[one] || blocks[other]) {
            return true;
          }
        }
        if (++compared == MAX_COMPARED) {
          return true; // to look at all would take too long
        }
      }
    }
    return false;
  }

  private boolean blocks(int one, int other) {
    int wanted = nodes.lock(other);
    return nodes.thread(one) != nodes.thread(other)
        && nodes.lock(one) != wanted
        && holds(nodes.held(one), wanted)
        && !contexts.protect(nodes.held(one), nodes.held(other));
  }

  private boolean holds(int context, int lock) {
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      if (contexts.lock(c) == lock) {
        return true;
      }
    }
    return false;
  }

  private LockComponents components() {
    LongOpenHashSet edges = new LongOpenHashSet();
    int locks = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      int wanted = kinds.lock(kind);
      for (int c = kinds.held(kind); !contexts.holdsNothing(c); c = contexts.parent(c)) {
        edges.add((long) contexts.lock(c) << Integer.SIZE | wanted);
        locks = Math.max(locks, Math.max(contexts.lock(c), wanted) + 1);
      }
    }
    return new LockComponents(locks, edges);
  }

  /** The kinds that may be in a cycle, by component, the one with the fewest kinds first. */
  private List<IntArrayList> inComponents() {
    Map<Integer, IntArrayList> all = new TreeMap<>();
    for (int kind = 0; kind < kinds.size(); kind++) {
      int wanted = kinds.lock(kind);
      boolean isConnected = false;
      for (int c = kinds.held(kind); !contexts.holdsNothing(c); c = contexts.parent(c)) {
        isConnected |=
            contexts.lock(c) != wanted && components.areConnected(contexts.lock(c), wanted);
      }
      if (isConnected) {
        all.computeIfAbsent(components.of(wanted), unseen -> new IntArrayList()).add(kind);
      }
    }
    return all.values().stream().sorted(Comparator.comparingInt(IntArrayList::size)).toList();
  }

  /** Follows the paths that go on with a kind. */
  private void follow(int kind) {
    if (steps <= 0 || !fits(kind)) {
      return;
    }
    boolean isPossible = threads.push(kinds.members(kind));
    steps -= threads.tried();
    if (isPossible) {
      path.add(kind);
      extend();
      path.removeInt(path.size() - 1);
      threads.pop();
    }
  }

  private void extend() {
    int first = path.getInt(0);
    int last = path.getInt(path.size() - 1);
    for (int c = kinds.held(last); !contexts.holdsNothing(c); c = contexts.parent(c)) {
      int lock = contexts.lock(c);
      if (contexts.isShared(c) && isExclusive(lock, kinds.held(last))) {
        continue; // held in both modes
      }
      if (lock == kinds.lock(first)) {
        if (path.size() > 1 && excludes(c, first)) {
          cycles = MAX_THREADS;
          choose(new int[path.size()], 0);
        }
        continue;
      }
      if (!components.areConnected(lock, kinds.lock(first))) {
        continue;
      }
      for (int next = kinds.newest(lock); next != RequestKinds.NONE; next = kinds.older(next)) {
        steps--;
        if (steps <= 0) {
          return;
        }
        if (next < first && excludes(c, next)) {
          follow(next);
        }
      }
    }
  }

  /** Reports the cycles of the kinds of the path with threads that are not taken yet. */
  private void choose(int[] chosen, int at) {
    IntArrayList members = kinds.members(path.getInt(at));
    for (int i = 0; i < members.size() && cycles > 0 && steps > 0; i++) {
      steps--;
      chosen[at] = members.getInt(i);
      int thread = nodes.thread(chosen[at]);
      if (taken.add(thread)) {
        if (at < chosen.length - 1) {
          choose(chosen, at + 1);
        } else {
          cycles--;
          found.accept(chosen.clone());
        }
        taken.remove(thread);
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

  /** Whether a lock is held and requested in modes that exclude each other. */
  private boolean excludes(int context, int kind) {
    return !(contexts.isShared(context) && kinds.isShared(kind));
  }

  /** Whether threads can be at requests of a kind and of each kind on the path. */
  private boolean fits(int kind) {
    for (int i = 0; i < path.size(); i++) {
      int other = path.getInt(i);
      if (kinds.lock(kind) == kinds.lock(other)
          || contexts.protect(kinds.held(kind), kinds.held(other))) {
        return false;
      }
    }
    return true;
  }
}
