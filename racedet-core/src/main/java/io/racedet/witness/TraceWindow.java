package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Consecutive events of a trace as a trace of its own, so that a search visits no others.
 *
 * <p>The events of a reordering by themselves: all that each of them needs is among them.
 *
 * <p>A window after what was recorded: all before it has happened, and the locks that are held
 * there are acquired first. A reordering of it, after all before it, is one of the trace.
 *
 * <p>A window by itself: only what its events need of each other, and the critical sections that it
 * has completely. Of every reordering of the trace its events are a reordering of it. So what it
 * refutes is refuted.
 */
final class TraceWindow {
  private static final int NONE = TraceIndex.NONE;
  private static final int HELD = 0; // the channel by which all locks are acquired first

  private final TraceIndex index;
  private final int from;
  private final int to;
  private final boolean isAfterRecorded;
  private int made; // the number of events that are not in the trace
  private final EventHistory events;
  private final IntArrayList positions = new IntArrayList(); // of each event, NONE if made up
  private final EventBlock block = new EventBlock();
  private final Int2IntOpenHashMap[] ids = new Int2IntOpenHashMap[Op.Operand.values().length];
  private final Goal target;

  private TraceWindow(TraceIndex index, int from, int to, boolean isAfterRecorded, Goal target) {
    this.index = index;
    this.from = from;
    this.to = to;
    this.isAfterRecorded = isAfterRecorded;
    this.target = target;
    events = index.trace.emptyCopy();
    for (Op.Operand space : List.of(Op.Operand.VARIABLE, Op.Operand.SYNC, Op.Operand.CHANNEL)) {
      ids[space.ordinal()] = new Int2IntOpenHashMap();
    }
    ids[Op.Operand.CHANNEL.ordinal()].put(NONE, HELD);
  }

  private void addAll() {
    if (isAfterRecorded) {
      acquireHeld();
    }
    made = positions.size();
    for (int p = from; p < to; p++) {
      add(p);
    }
    events.consume(block);
  }

  /**
   * The events of a reordering, and those of its goal, in the order of the trace.
   *
   * @param sorted the positions of its events, ascending
   */
  static TraceWindow ofReordering(TraceIndex index, int[] sorted, Goal target) {
    TraceWindow window = new TraceWindow(index, 0, index.trace.size(), true, target);
    int next = 0;
    for (int i = 0; i < target.size(); i++) {
      while (next < sorted.length && sorted[next] < target.position(i)) {
        window.add(sorted[next++]);
      }
      window.add(target.position(i));
    }
    while (next < sorted.length) {
      window.add(sorted[next++]);
    }
    window.events.consume(window.block);
    return window;
  }

  /** The window of the events from a position up to another one, after what was recorded. */
  static TraceWindow afterRecorded(TraceIndex index, int from, int to, Goal target) {
    TraceWindow window = new TraceWindow(index, from, to, true, target);
    window.addAll();
    return window;
  }

  /** The window of the events from a position up to another one, by itself. */
  static TraceWindow byItself(TraceIndex index, int from, int to, Goal target) {
    TraceWindow window = new TraceWindow(index, from, to, false, target);
    window.addAll();
    return window;
  }

  /** The events, whose indices are their numbers from 1. */
  EventHistory events() {
    return events;
  }

  /** The goal, whose events are in the window, as one of the window. */
  Goal target() {
    return target.in(p -> Arrays.binarySearch(positions.elements(), made, positions.size(), p));
  }

  /** Whether each wake of the window has the cause that it has in the trace. */
  boolean hasCauses(TraceIndex ofWindow) {
    for (int i = 0; i < positions.size(); i++) {
      if (ofWindow.op(i) == Op.WAKE) {
        int cause = ofWindow.link(i);
        if (cause == NONE || positions.getInt(cause) != index.link(positions.getInt(i))) {
          return false;
        }
      }
    }
    return true;
  }

  /** The result of a search in the window as that of the trace; null if it is none. */
  SearchResult whole(SearchResult found) {
    if (isAfterRecorded && found instanceof SearchResult.Witnessed witnessed) {
      return new SearchResult.Witnessed(whole(witnessed.reordering()), witnessed.step());
    }
    return !isAfterRecorded && found instanceof SearchResult.Refuted refuted
        ? new SearchResult.Refuted(whole(refuted.refutation()))
        : null;
  }

  /** A reordering of the window as one of the trace. */
  Reordering whole(Reordering found) {
    IntArrayList rest = new IntArrayList(found.size());
    for (int i = 0; i < found.size(); i++) {
      int position = positions.getInt(found.position(i));
      if (position != NONE) {
        rest.add(position);
      }
    }
    return Reordering.of(index.trace, from, rest.toIntArray());
  }

  /** A refutation in the window as one in the trace. */
  private Refutation whole(Refutation found) {
    List<Refutation.Step> steps = new ArrayList<>();
    for (Refutation.Step step : found.steps()) {
      steps.add(new Refutation.Step(indexOf(step.from()), indexOf(step.to())));
    }
    return Refutation.of(found.kind(), steps);
  }

  private long indexOf(long number) {
    return index.trace.index(positions.getInt((int) number - 1));
  }

  private void acquireHeld() {
    IntArrayList acquires = new IntArrayList();
    for (int thread = 0; thread < index.threads; thread++) {
      int before = index.countBefore(thread, from);
      if (before > 0) {
        index.collectHeld(index.event(thread, before), from, acquires);
      }
    }
    acquires.sort(null);
    int last = NONE;
    for (int acquire : acquires) { // perhaps twice, if a lock is held in both modes
      if (acquire != last) {
        put(index.op(acquire), index.thread(acquire), index.operand(acquire), NONE, acquire);
        put(Op.SEND, index.thread(acquire), HELD, NONE, acquire);
      }
      last = acquire;
    }
    for (int thread = 0; thread < index.threads && !acquires.isEmpty(); thread++) {
      int before = index.countBefore(thread, from);
      boolean isIn = before < index.length(thread) && index.event(thread, before + 1) < to;
      if (isIn && index.fork(thread) < from) {
        int first = index.event(thread, before + 1);
        put(Op.RECEIVE, thread, HELD, NONE, first);
      }
    }
  }

  private void add(int p) {
    Op op = index.op(p);
    boolean isKept =
        switch (op) {
          case READ, ATOMIC_READ, SYNC_READ -> isReadKept(p);
          case ACQUIRE, ACQUIRE_SHARED -> isAfterRecorded || isWhole(index.link(p));
          case RELEASE, RELEASE_SHARED -> isAfterRecorded || isWhole(index.link(p));
          case WAKE -> index.link(p) >= from;
          case ALLOC, AGAIN -> false;
          default -> true;
        };
    if (isKept) {
      put(op, index.thread(p), number(op, index.operand(p)), p, p);
    } else {
      put(Op.BEGIN, index.thread(p), 0, p, p); // has no needs
    }
  }

  /** Whether a read sees a write in the window, or the value before the window. */
  private boolean isReadKept(int p) {
    int write = index.link(p);
    return target.contains(p) || isAfterRecorded || write == NONE || write >= from;
  }

  /** Whether a section begins in the window, and ends there or never. */
  private boolean isWhole(int section) {
    int release = index.release.getInt(section);
    return index.acquire.getInt(section) >= from && (release < to || release == TraceIndex.NEVER);
  }

  private int number(Op op, int operand) {
    Int2IntOpenHashMap space = ids[op.operand().ordinal()];
    if (space == null) {
      return operand;
    }
    if (!space.containsKey(operand)) {
      space.put(operand, space.size());
    }
    return space.get(operand);
  }

  private void put(Op op, int thread, int operand, int position, int like) {
    positions.add(position);
    int context = index.trace.context(like);
    block.add(op, thread, operand, positions.size(), context, EventSink.NO_LOCATION);
    if (block.isFull()) {
      events.consume(block);
      block.clear();
    }
  }
}
