package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Reorderings that omit events but keep the others in the order of the trace. */
final class OrderPreserving {
  /* A prefix in the order of the trace is a correct reordering if every section but the last of a
   * lock is complete in it. The smallest such prefix is found by adding releases; each section is
   * visited once, so the time is linear in the prefix.
   *
   * Deviations: sections in read mode do not constrain each other, so the last one of each thread
   * is kept until an exclusive one determines its order with them.
   *
   * [1] Mathur, Pavlogiannis, Viswanathan. Optimal prediction of synchronization-preserving races.
   *     POPL 2021. */
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final Prefix prefix;
  private final Int2IntOpenHashMap lastExclusive = new Int2IntOpenHashMap(); // by lock: a section
  private final Int2ObjectOpenHashMap<IntArrayList> shared = new Int2ObjectOpenHashMap<>();

  OrderPreserving(TraceIndex index, Prefix prefix) {
    this.index = index;
    this.prefix = prefix;
    lastExclusive.defaultReturnValue(NONE);
  }

  /**
   * Adds the missing releases; false if one needs one of the two accesses, or is not in the trace.
   */
  boolean close() {
    boolean possible = prefix.isPossible();
    for (int acquire = prefix.nextAcquire();
        possible && acquire != NONE;
        acquire = prefix.nextAcquire()) {
      int section = index.link(acquire);
      possible =
          index.kind(section) == TraceIndex.EXCLUSIVE ? addExclusive(section) : addShared(section);
    }
    return possible;
  }

  private boolean addExclusive(int section) {
    int lock = index.operand(index.acquire.getInt(section));
    int last = lastExclusive.get(lock);
    boolean possible = last == NONE || separate(section, last);
    if (last == NONE || last < section) {
      lastExclusive.put(lock, section);
    }
    IntArrayList sharers = shared.get(lock);
    for (int i = 0; possible && sharers != null && i < sharers.size(); i++) {
      possible = separate(section, sharers.getInt(i));
    }
    return possible;
  }

  private boolean addShared(int section) {
    int lock = index.operand(index.acquire.getInt(section));
    IntArrayList sharers = shared.computeIfAbsent(lock, unseen -> new IntArrayList());
    int i = 0;
    while (i < sharers.size() && thread(sharers.getInt(i)) != thread(section)) {
      i++;
    }
    if (i == sharers.size()) {
      sharers.add(section);
    } else {
      sharers.set(i, Math.max(sharers.getInt(i), section));
    }
    int last = lastExclusive.get(lock);
    return last == NONE || separate(section, last);
  }

  /** Completes the earlier one of two sections, given by number, that exclude each other. */
  private boolean separate(int one, int other) {
    int earlier = Math.min(one, other);
    if (thread(one) == thread(other)) {
      return true;
    }
    int release = index.release.getInt(earlier);
    return release != TraceIndex.NEVER && prefix.add(release);
  }

  private int thread(int section) {
    return index.thread(index.acquire.getInt(section));
  }
}
