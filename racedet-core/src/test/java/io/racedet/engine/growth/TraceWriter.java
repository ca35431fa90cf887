package io.racedet.engine.growth;

import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Collects the events of a trace, and counts what costs depend on. */
final class TraceWriter {
  private final IntArrayList events = new IntArrayList(); // operation, thread, operand
  private final Int2ObjectOpenHashMap<IntArrayList> held = new Int2ObjectOpenHashMap<>();
  private final IntOpenHashSet threads = new IntOpenHashSet();
  private final IntOpenHashSet locks = new IntOpenHashSet();
  private final LongOpenHashSet lockVariables = new LongOpenHashSet();
  private final LongOpenHashSet locksets = new LongOpenHashSet(); // with variable
  private final LongOpenHashSet reads = new LongOpenHashSet();
  private final Long2IntOpenHashMap locksetsOf = new Long2IntOpenHashMap(); // by variable
  private final Long2IntOpenHashMap readersOf = new Long2IntOpenHashMap();
  private int syncs;
  private int open;
  private int most;
  private int ended;
  private int undecided;

  void fork(int thread, int child) {
    sync(Op.FORK, thread, child);
  }

  void join(int thread, int child) {
    sync(Op.JOIN, thread, child);
  }

  void acquire(int thread, int lock) {
    sync(Op.ACQUIRE, thread, lock);
    locks.add(lock);
    heldBy(thread).add(lock);
    most = Math.max(most, heldBy(thread).size());
    open++;
  }

  void release(int thread, int lock) {
    sync(Op.RELEASE, thread, lock);
    heldBy(thread).rem(lock);
    open--;
    ended = open == 0 ? 0 : ended + 1;
    undecided = Math.max(undecided, ended);
  }

  void read(int thread, int variable) {
    access(Op.READ, thread, variable);
    if (reads.add(pair(thread, variable))) {
      readersOf.addTo(variable, 1);
    }
  }

  void write(int thread, int variable) {
    access(Op.WRITE, thread, variable);
  }

  void sync(Op op, int thread, int operand) {
    add(op, thread, operand);
    syncs++;
  }

  private void access(Op op, int thread, int variable) {
    add(op, thread, variable);
    IntArrayList mine = heldBy(thread);
    for (int i = 0; i < mine.size(); i++) {
      lockVariables.add(pair(mine.getInt(i), variable));
    }
    if (locksets.add((long) variable << Integer.SIZE ^ 31L * mine.hashCode() + thread)) {
      locksetsOf.addTo(variable, 1);
    }
  }

  private void add(Op op, int thread, int operand) {
    threads.add(thread);
    events.add(op.ordinal());
    events.add(thread);
    events.add(operand);
  }

  private IntArrayList heldBy(int thread) {
    return held.computeIfAbsent(thread, unseen -> new IntArrayList());
  }

  private static long pair(int a, int b) {
    return (long) a << Integer.SIZE | b;
  }

  /** The operation, thread and operand of each event. */
  int[] events() {
    return events.toIntArray();
  }

  TraceSize size() {
    return new TraceSize(
        events.size() / 3.0,
        syncs,
        threads.size(),
        locksetsOf.size(),
        locks.size(),
        most,
        most(readersOf),
        most(locksetsOf),
        lockVariables.size(),
        undecided);
  }

  private static int most(Long2IntOpenHashMap counts) {
    return counts.values().intStream().max().orElse(0);
  }
}
