package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The order of given events with few changes between threads in which the ones that conflict, or
 * need each other, keep the order that they have in a given arrangement.
 */
final class RunOrder {
  /* A thread that runs may as well go on until it has to wait: all that others wait for is done
   * sooner. So an order is a sequence of threads, and its states are how far each thread has come.
   * These are visited by the number of changes. If that takes too long, the next thread is that of
   * the first event of the arrangement that is left: no more changes than it has itself. */
  private static final int NONE = TraceIndex.NONE;
  private static final int MAX_VISITS = 1 << 16; // of events

  private final TraceIndex index;
  private final int[] arranged; // positions
  private final Int2IntOpenHashMap places = new Int2IntOpenHashMap(); // by position
  private final int[] ordinal; // by place: among the events of its thread, from 0
  private final int[] owner; // by place: the number of its thread
  private final List<IntArrayList> events = new ArrayList<>(); // places by thread's number
  private final IntArrayList[] before; // by place: places that come first, null if none
  private int visits;

  /** How far each thread has come, and the run by which. */
  private record State(int[] done, int thread, State previous) {}

  /**
   * Prepares the order.
   *
   * @param arranged positions of events, in an order in which each can happen after the ones before
   *     it and others that have happened
   */
  RunOrder(TraceIndex index, int[] arranged) {
    this.index = index;
    this.arranged = arranged;
    places.defaultReturnValue(NONE);
    ordinal = new int[arranged.length];
    owner = new int[arranged.length];
    before = new IntArrayList[arranged.length];
    Int2IntOpenHashMap numbers = new Int2IntOpenHashMap(); // by thread
    numbers.defaultReturnValue(NONE);
    for (int place = 0; place < arranged.length; place++) {
      places.put(arranged[place], place);
      int thread = index.thread(arranged[place]);
      if (numbers.get(thread) == NONE) {
        numbers.put(thread, events.size());
        events.add(new IntArrayList());
      }
      owner[place] = numbers.get(thread);
      ordinal[place] = events.get(owner[place]).size();
      events.get(owner[place]).add(place);
    }
    new Conflicts().addAll();
  }

  /** The positions in their new order. */
  int[] positions() {
    List<State> states = List.of(new State(new int[events.size()], NONE, null));
    Set<IntArrayList> seen = new HashSet<>();
    while (visits < MAX_VISITS) {
      List<State> next = new ArrayList<>();
      for (State state : states) {
        if (isEnd(state.done)) {
          return sequence(state);
        }
        for (int thread = 0; thread < events.size(); thread++) {
          int[] done = run(state.done, thread);
          if (done != null && seen.add(IntArrayList.wrap(done))) {
            next.add(new State(done, thread, state));
          }
        }
      }
      states = next;
    }
    return inTurns();
  }

  private boolean isEnd(int[] done) {
    int sum = 0;
    for (int count : done) {
      sum += count;
    }
    return sum == arranged.length;
  }

  /** How far the threads are after one has run until it waits, or null if it waits already. */
  private int[] run(int[] done, int thread) {
    IntArrayList own = events.get(thread);
    int end = done[thread];
    visits++;
    while (end < own.size() && mayRun(own.getInt(end), done)) {
      end++;
    }
    visits += end - done[thread];
    if (end == done[thread]) {
      return null;
    }
    int[] after = done.clone();
    after[thread] = end;
    return after;
  }

  private boolean mayRun(int place, int[] done) {
    IntArrayList first = before[place];
    for (int i = 0; first != null && i < first.size(); i++) {
      int earlier = first.getInt(i);
      if (owner[earlier] != owner[place] && done[owner[earlier]] <= ordinal[earlier]) {
        return false;
      }
    }
    return true;
  }

  private int[] sequence(State end) {
    int[] sequence = new int[arranged.length];
    int at = sequence.length;
    for (State state = end; state.previous != null; state = state.previous) {
      int from = state.previous.done[state.thread];
      for (int i = state.done[state.thread] - 1; i >= from; i--) {
        sequence[--at] = arranged[events.get(state.thread).getInt(i)];
      }
    }
    return sequence;
  }

  private int[] inTurns() {
    State state = new State(new int[events.size()], NONE, null);
    for (int place = 0; place < arranged.length; place++) {
      if (ordinal[place] >= state.done[owner[place]]) {
        state = new State(run(state.done, owner[place]), owner[place], state);
      }
    }
    return sequence(state);
  }

  /** Finds for each event of the arrangement those that must stay before it. */
  private final class Conflicts {
    private final Int2IntOpenHashMap lastWrite = map(); // by cell: a place
    private final Int2ObjectOpenHashMap<IntArrayList> reads = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap lastRelease = map(); // by lock: of an exclusive section
    private final Int2ObjectOpenHashMap<IntArrayList> shared = new Int2ObjectOpenHashMap<>();
    private final Needs needs = new Needs(index);

    private static Int2IntOpenHashMap map() {
      Int2IntOpenHashMap map = new Int2IntOpenHashMap();
      map.defaultReturnValue(NONE);
      return map;
    }

    void addAll() {
      IntArrayList needed = new IntArrayList();
      for (int place = 0; place < arranged.length; place++) {
        needed.clear();
        needs.collect(arranged[place], needed);
        for (int i = 0; i < needed.size(); i++) {
          add(places.get(needed.getInt(i)), place);
        }
        addConflicts(place);
      }
    }

    private void addConflicts(int place) {
      int p = arranged[place];
      int cell = index.cell(p);
      int lock = index.operand(p);
      switch (index.op(p)) {
        case READ, ATOMIC_READ, SYNC_READ -> list(reads, cell).add(place);
        case WRITE, ATOMIC_WRITE, SYNC_WRITE -> {
          add(lastWrite.put(cell, place), place);
          addAndClear(reads.get(cell), place);
        }
        case ACQUIRE -> {
          add(lastRelease.get(lock), place);
          addAndClear(shared.get(lock), place);
        }
        case ACQUIRE_SHARED -> add(lastRelease.get(lock), place);
        case RELEASE -> lastRelease.put(lock, place);
        case RELEASE_SHARED -> list(shared, lock).add(place);
        default -> {
          /* Ordered by its needs alone. */
        }
      }
    }

    private static IntArrayList list(Int2ObjectOpenHashMap<IntArrayList> lists, int key) {
      return lists.computeIfAbsent(key, unseen -> new IntArrayList());
    }

    private void addAndClear(IntArrayList earlier, int later) {
      for (int i = 0; earlier != null && i < earlier.size(); i++) {
        add(earlier.getInt(i), later);
      }
      if (earlier != null) {
        earlier.clear();
      }
    }

    private void add(int earlier, int later) {
      if (earlier != NONE) {
        before[later] = before[later] == null ? new IntArrayList() : before[later];
        before[later].add(earlier);
      }
    }
  }
}
