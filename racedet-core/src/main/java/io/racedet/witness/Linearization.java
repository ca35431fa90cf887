package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;

/**
 * Arranges a closed set into a correct reordering, or reports the conflict at which it got stuck.
 */
final class Linearization {
  /* Runs the threads: always takes the earliest event of the trace that the order of the set, the
   * locks and the pending reads allow. An acquire whose release is not in the set waits for all
   * sections that it would exclude. A blocked thread always waits for one event of one other
   * thread; if all threads wait, the waits have a cycle, and at least one of them is for a lock or
   * a read, where the opposite order is possible, too.
   *
   * Nothing waits for a section that cannot end before the accesses: those that it excludes end
   * before it, or are not in the set. And no write waits for reads that see none: it is after them. */
  private static final int NONE = TraceIndex.NONE;

  /**
   * An order that was not forced and led to a dead end.
   *
   * @param doneEarlier with {@code doneLater} the edge that undoes it
   * @param keptEarlier with {@code keptLater} the edge that keeps it
   */
  record Conflict(int doneEarlier, int doneLater, int keptEarlier, int keptLater) {}

  private final TraceIndex index;
  private final PartialOrder order;
  private final Budget budget;
  private final Prefix prefix;
  private final int[] done; // by thread: the number of its events that have been arranged
  private final int[] awaited; // by thread: the event that it waits for, NONE if none
  private final int[] firstWaiter; // by thread: those that wait for it, as lists
  private final int[] nextWaiter;
  private final Conflict[] conflict; // by thread: why it waits, null if the order is forced
  private final IntHeapPriorityQueue ready = new IntHeapPriorityQueue(); // next events
  private final Int2IntOpenHashMap lastWrite = map(); // by cell with conflicts
  private final Int2IntOpenHashMap owner = map(); // by lock: a section
  private final Int2ObjectOpenHashMap<IntArrayList> sharers = new Int2ObjectOpenHashMap<>();
  private final IntArrayList sources = new IntArrayList();
  private final int[] sequence;
  private int size;

  Linearization(TraceIndex index, PartialOrder order, Budget budget) {
    this.index = index;
    this.budget = budget;
    this.order = order;
    prefix = order.prefix();
    done = new int[index.threads];
    awaited = filled(index.threads);
    firstWaiter = filled(index.threads);
    nextWaiter = filled(index.threads);
    conflict = new Conflict[index.threads];
    sequence = new int[prefix.size()];
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  private static Int2IntOpenHashMap map() {
    Int2IntOpenHashMap map = new Int2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    return map;
  }

  /** The positions in order, or null if all threads are blocked. */
  int[] run() {
    for (int thread = 0; thread < index.threads; thread++) {
      enqueue(thread);
    }
    while (!ready.isEmpty()) {
      int p = ready.dequeueInt();
      if (mayRun(p)) {
        take(p);
      }
    }
    return size == sequence.length ? sequence : null;
  }

  /** The choice to reverse after {@link #run} has returned null. */
  Conflict conflict() {
    int thread = 0;
    while (awaited[thread] == NONE) {
      thread++;
    }
    // Follows the waits into their cycle, then visits the cycle once.
    for (int i = 0; i < index.threads; i++) {
      thread = index.thread(awaited[thread]);
    }
    while (conflict[thread] == null) {
      thread = index.thread(awaited[thread]);
    }
    return conflict[thread];
  }

  private void enqueue(int thread) {
    if (done[thread] < prefix.limit(thread)) {
      ready.enqueue(index.event(thread, done[thread] + 1));
    }
  }

  private boolean mayRun(int p) {
    return isInOrder(p)
        && switch (index.op(p)) {
          case ACQUIRE, ACQUIRE_SHARED -> mayAcquire(p);
          case WRITE, ATOMIC_WRITE, SYNC_WRITE -> mayWrite(p);
          default -> true;
        };
  }

  private boolean isInOrder(int p) {
    sources.clear();
    order.collect(p, sources);
    for (int i = 0; i < sources.size(); i++) {
      int source = sources.getInt(i);
      if (index.rank(source) > done[index.thread(source)]) {
        await(p, source, null);
        return false;
      }
    }
    return true;
  }

  private void await(int p, int event, Conflict because) {
    int thread = index.thread(p);
    int other = index.thread(event);
    awaited[thread] = event;
    conflict[thread] = because;
    nextWaiter[thread] = firstWaiter[other];
    firstWaiter[other] = thread;
  }

  private boolean mayAcquire(int p) {
    int section = index.link(p);
    boolean isShared = index.kind(section) == TraceIndex.SHARED;
    if (!prefix.isFinished(section)) {
      return mayKeep(section);
    }
    int lock = index.operand(p);
    int holder = owner.get(lock);
    if (isHeldAgainst(holder, p)) {
      awaitEnd(holder, section);
      return false;
    }
    IntArrayList others = isShared ? null : sharers.get(lock);
    for (int i = 0; others != null && i < others.size(); i++) {
      if (isHeldAgainst(others.getInt(i), p)) {
        awaitEnd(others.getInt(i), section);
        return false;
      }
    }
    return true;
  }

  private boolean isHeldAgainst(int holder, int acquire) {
    return holder != NONE && index.thread(index.acquire.getInt(holder)) != index.thread(acquire);
  }

  /** Makes a section wait until another one that excludes it has ended. */
  private void awaitEnd(int other, int section) {
    int acquire = index.acquire.getInt(section);
    int begun = index.acquire.getInt(other);
    int release = index.release.getInt(other);
    await(acquire, release, new Conflict(index.release.getInt(section), begun, release, acquire));
  }

  /** Whether no later section needs the lock of a section whose release is not in the set. */
  private boolean mayKeep(int section) {
    int acquire = index.acquire.getInt(section);
    int lock = index.operand(acquire);
    boolean isShared = index.kind(section) == TraceIndex.SHARED;
    int end = index.sections.groups(lock + 1);
    budget.count(end - index.sections.groups(lock));
    for (int g = index.sections.groups(lock); g < end; g++) {
      int thread = index.sections.thread(g);
      boolean excludes = !isShared || index.sections.kind(g) == TraceIndex.EXCLUSIVE;
      if (thread == index.thread(acquire) || !excludes) {
        continue;
      }
      int other = index.sections.lastUpTo(g, prefix.limit(thread));
      if (other != NONE && !isOver(other)) {
        awaitEnd(other, section);
        return false;
      }
    }
    return true;
  }

  private boolean isOver(int section) {
    int release = index.release.getInt(section);
    return index.rank(release) <= done[index.thread(release)];
  }

  /** Whether all reads that see the last write have run. */
  private boolean mayWrite(int p) {
    int cell = index.cell(p);
    int seen = lastWrite.get(cell);
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end; g++) {
      if (index.accesses().kind(g) == TraceIndex.READS) {
        int reader = Readers.last(index, prefix, g, seen);
        if (reader != NONE && index.rank(reader) > done[index.thread(reader)]) {
          await(p, reader, new Conflict(p, seen, reader, p));
          return false;
        }
      }
    }
    return true;
  }

  private void take(int p) {
    int thread = index.thread(p);
    done[thread]++;
    sequence[size++] = p;
    int lock = index.operand(p);
    switch (index.op(p)) {
      case ACQUIRE -> owner.put(lock, index.link(p));
      case RELEASE -> owner.remove(lock);
      case ACQUIRE_SHARED ->
          sharers.computeIfAbsent(lock, unseen -> new IntArrayList()).add(index.link(p));
      case RELEASE_SHARED -> sharers.get(lock).rem(index.link(p));
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> {
        if (index.isContended(index.cell(p))) {
          lastWrite.put(index.cell(p), p);
        }
      }
      default -> {
        /* Blocks nothing. */
      }
    }
    enqueue(thread);
    wake(thread);
  }

  /** Unblocks the threads that waited for what a thread has done. */
  private void wake(int thread) {
    int waiter = firstWaiter[thread];
    firstWaiter[thread] = NONE;
    while (waiter != NONE) {
      int next = nextWaiter[waiter];
      if (index.rank(awaited[waiter]) <= done[thread]) {
        awaited[waiter] = NONE;
        enqueue(waiter);
      } else {
        nextWaiter[waiter] = firstWaiter[thread];
        firstWaiter[thread] = waiter;
      }
      waiter = next;
    }
  }
}
