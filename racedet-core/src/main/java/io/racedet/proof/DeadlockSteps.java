package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The events of a reordering that a reader needs to see that it ends in a deadlock, of those behind
 * the prefix that is as recorded: all that is done with the locks of the cycle, and where a thread
 * needs something that another one does behind the prefix. What a thread does besides is in the
 * reordering only because it comes before these in the program.
 */
final class DeadlockSteps {
  private static final int NONE = -1;

  private final EventHistory trace;
  private final Reordering order;
  private final IntSet cycle;

  /* Events are numbered from the end of the prefix on. */
  private final int size;
  private final BitSet shown = new BitSet();

  /** The last event of an operation and an operand. */
  private final Long2IntOpenHashMap last = map();

  /** By channel and thread. */
  private final Int2ObjectMap<Int2ObjectMap<IntArrayList>> sends = new Int2ObjectOpenHashMap<>();

  /** Of two threads, the last event of the second one that is shown to come before the first. */
  private final Long2IntOpenHashMap known = map();

  private final Long2IntOpenHashMap held = map(); // acquires, by thread and lock
  private final int[] sections; // the release of an acquire, and the other way round

  /** Releases of locks that are not of the cycle, each followed by an acquire it has enabled. */
  private final IntArrayList handOvers = new IntArrayList();

  private DeadlockSteps(EventHistory trace, Reordering order, IntSet cycle) {
    this.trace = trace;
    this.order = order;
    this.cycle = cycle;
    size = order.size() - order.recorded();
    sections = new int[size];
    Arrays.fill(sections, NONE);
  }

  private static Long2IntOpenHashMap map() {
    Long2IntOpenHashMap map = new Long2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    return map;
  }

  /**
   * Returns these events by their number, the first one behind the prefix being 0.
   *
   * @param cycle the locks that the threads request
   */
  static BitSet of(EventHistory trace, Reordering order, IntSet cycle) {
    DeadlockSteps steps = new DeadlockSteps(trace, order, cycle);
    for (int i = 0; i < steps.size; i++) {
      steps.event(i);
    }
    steps.showSections();
    return steps.shown;
  }

  private long word(int event) {
    return trace.word(position(event));
  }

  private int position(int event) {
    return order.position(order.recorded() + event);
  }

  private int thread(int event) {
    return EventBlock.thread(word(event));
  }

  private static long key(int one, int other) {
    return (long) one << Integer.SIZE | other;
  }

  private static long key(Op op, int operand) {
    return key(op.ordinal(), operand);
  }

  private void event(int event) {
    long word = word(event);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    need(event, last.remove(key(Op.FORK, thread)), false);
    switch (EventBlock.op(word)) {
      case WRITE, ATOMIC_WRITE -> last.put(key(Op.WRITE, operand), event);
      case READ, ATOMIC_READ -> need(event, last.get(key(Op.WRITE, operand)), true);
      case SYNC_WRITE -> last.put(key(Op.SYNC_WRITE, operand), event);
      case SYNC_READ -> need(event, last.get(key(Op.SYNC_WRITE, operand)), true);
      case NOTIFY -> last.put(key(Op.NOTIFY, operand), event);
      case WAKE -> need(event, last.get(key(Op.NOTIFY, operand)), true);
      case SEND -> sendsOf(operand, thread).add(event);
      case RECEIVE -> receive(event, operand);
      case FORK -> last.put(key(Op.FORK, operand), event);
      case JOIN -> join(event, last.get(key(Op.END, operand)));
      case ACQUIRE, ACQUIRE_SHARED -> acquire(event, thread, operand);
      case RELEASE, RELEASE_SHARED -> release(event, thread, operand);
      default -> {
        /* Needs no other thread. */
      }
    }
    last.put(key(Op.END, thread), event);
  }

  /* Shows what an event needs of another thread, and perhaps itself, unless what is shown of both
   * threads says already that the other thread is so far. */
  private void need(int event, int needed, boolean isShown) {
    if (needed != NONE && learn(event, needed)) {
      shown.set(needed);
      shown.set(event, isShown || shown.get(event));
    }
  }

  private boolean learn(int event, int needed) {
    long threads = key(thread(event), thread(needed));
    if (thread(event) == thread(needed) || known.get(threads) >= needed) {
      return false;
    }
    known.put(threads, needed);
    return true;
  }

  private IntArrayList sendsOf(int channel, int thread) {
    return sends
        .computeIfAbsent(channel, unseen -> new Int2ObjectOpenHashMap<>())
        .computeIfAbsent(thread, unseen -> new IntArrayList());
  }

  /* Those that come later in the trace need not come first. */
  private void receive(int event, int channel) {
    if (!sends.containsKey(channel)) {
      return;
    }
    for (IntArrayList ofThread : sends.get(channel).values()) {
      int low = 0;
      int high = ofThread.size();
      while (low < high) {
        int middle = low + high >>> 1;
        boolean isEarlier = position(ofThread.getInt(middle)) < position(event);
        low = isEarlier ? middle + 1 : low;
        high = isEarlier ? high : middle;
      }
      need(event, low == 0 ? NONE : ofThread.getInt(low - 1), true);
    }
  }

  private void join(int event, int end) {
    if (end != NONE) {
      learn(event, end);
      shown.set(event);
    }
  }

  private void acquire(int event, int thread, int lock) {
    held.put(key(thread, lock), event);
    shown.set(event, cycle.contains(lock));
    int before = last.get(key(Op.RELEASE, lock));
    if (before != NONE && thread(before) != thread && !(isShared(event) && isShared(before))) {
      if (cycle.contains(lock)) {
        learn(event, before);
      } else {
        handOvers.add(before);
        handOvers.add(event);
      }
    }
  }

  private boolean isShared(int event) {
    Op op = EventBlock.op(word(event));
    return op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
  }

  private void release(int event, int thread, int lock) {
    shown.set(event, cycle.contains(lock));
    int acquire = held.remove(key(thread, lock));
    if (acquire != NONE) {
      sections[acquire] = event;
      sections[event] = acquire;
    }
    last.put(key(Op.RELEASE, lock), event);
  }

  /* Whether two sections come in this order only matters where one has what is shown within it. */
  private void showSections() {
    int[] counts = ownCounts();
    for (int i = 0; i < handOvers.size(); i += 2) {
      int release = handOvers.getInt(i);
      int acquire = handOvers.getInt(i + 1);
      if (matters(sections[release], release, counts)
          || matters(acquire, sections[acquire], counts)) {
        show(release, sections[release], acquire, sections[acquire]);
      }
    }
  }

  /** How many events of its thread are shown before each event. */
  private int[] ownCounts() {
    Int2ObjectMap<int[]> byThread = new Int2ObjectOpenHashMap<>();
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      int[] count = byThread.computeIfAbsent(thread(i), unseen -> new int[1]);
      counts[i] = count[0];
      count[0] += shown.get(i) ? 1 : 0;
    }
    return counts;
  }

  private static boolean matters(int acquire, int release, int[] counts) {
    return acquire == NONE || release == NONE || counts[acquire] < counts[release];
  }

  private void show(int... events) {
    for (int event : events) {
      if (event != NONE) {
        shown.set(event);
      }
    }
  }
}
