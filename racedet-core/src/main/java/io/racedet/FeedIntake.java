package io.racedet;

import io.racedet.engine.order.ThreadSlots;
import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.Progression;
import io.racedet.wellformed.ExecutionState;

/**
 * Checks the events of a feed and passes them on, ranges in parts whose variables have ids at equal
 * distances; leaves out or refuses those that are wrong.
 */
final class FeedIntake {
  private final FeedIds ids;
  private final RaceAnalysis analysis;
  private final ExecutionState state;
  private final ThreadSlots slots; // null if ids are not reused
  private final FeedThreads threads;
  private final Progression part = new Progression();
  private final boolean lenient;
  private long dropped;

  FeedIntake(
      FeedIds ids,
      RaceAnalysis analysis,
      ExecutionState state,
      ThreadSlots slots,
      boolean lenient) {
    this.ids = ids;
    this.analysis = analysis;
    this.state = state;
    this.slots = slots;
    this.lenient = lenient;
    threads = new FeedThreads(analysis, state, slots);
  }

  /** How many events were left out. */
  long dropped() {
    return dropped;
  }

  /** Takes the next event, by handles; see {@link RaceFeed#event(Op, int, int, int)}. */
  void event(Op op, int thread, int operand, int location) {
    int slot = threads.find(thread);
    if (slot == ThreadSlots.NONE) {
      ids.checkThread(thread);
    }
    if (location != EventSink.NO_LOCATION) {
      ids.checkLocation(location);
    }
    int id = ids.id(op.operand(), operand);
    analysis.ensureOpen(op, thread, 1);
    boolean isAccess = op.operand() == Operand.VARIABLE;
    int context = isAccess ? state.access(thread) : threads.check(op, thread, id);
    if (context == ExecutionState.REFUSED) {
      refuse(op, thread, operand);
      return;
    }
    if (isAccess) {
      int by = slot == ThreadSlots.NONE ? threads.id(thread) : slot;
      analysis.take(op, by, id, context, location);
    } else {
      if (op == Op.ALLOC) {
        ids.allocate(id);
      }
      threads.take(op, thread, id, context, location);
    }
    if (analysis.isToBeFlushed()) {
      analysis.flushWithoutThrowing();
    }
  }

  /**
   * Takes the accesses of a thread; false if they cannot come next.
   *
   * @throws IllegalArgumentException if there is no such range
   */
  boolean range(Op op, int thread, String array, int from, int to, int step, int location) {
    int size = ArrayRange.count(op, from, to, step);
    analysis.ensureOpen(op, thread, size);
    int context = state.access(thread);
    if (context == ExecutionState.REFUSED) {
      return false;
    }
    int by = threads.id(thread);
    if (step < 0) { // so that the ids of new elements go down, too
      for (int i = size - 1; i > 0; i--) {
        id(array, from + i * step);
      }
    }
    part.begin();
    for (int i = 0; i < size; i++) {
      int id = id(array, from + i * step);
      if (!part.goesOn(id)) {
        send(op, by, context, location);
        part.begin();
      }
      part.add(id);
    }
    send(op, by, context, location);
    return true;
  }

  private void send(Op op, int by, int context, int location) {
    analysis.takeRange(op, by, part.first(), part.stride(), part.count(), context, location);
  }

  private int id(String array, int index) {
    String name = array + '[' + index + ']';
    return ids.id(Operand.VARIABLE, ids.handle(Operand.VARIABLE, name));
  }

  private void refuse(Op op, int thread, int operand) {
    if (lenient) {
      dropped++;
      return;
    }
    throw new MalformedEventException(
        analysis.events() + 1,
        ids.nameOfHandle(Operand.THREAD, thread),
        op,
        ids.nameOfHandle(op.operand(), operand),
        state.expected());
  }

  /** Forgets what a handle denotes; see {@link RaceFeed#forget}. */
  void forget(Operand space, int handle) {
    if (space == Operand.LOCK && state.isHeld(ids.id(space, handle))) {
      throw new IllegalArgumentException(
          ids.nameOfHandle(space, handle) + " is held (expected: a lock that nobody holds)");
    }
    if (space == Operand.THREAD) {
      if (state.holdsLocks(ids.id(space, handle))) {
        throw new IllegalArgumentException(
            ids.nameOfHandle(space, handle) + " holds a lock (expected: a thread without locks)");
      }
      state.abandon(handle);
      if (slots != null) {
        slots.forget(handle);
      }
    }
    ids.forget(space, handle);
  }
}
