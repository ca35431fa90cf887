package io.racedet.feed;

import io.racedet.engine.order.ThreadSlots;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.run.AnalysisRun;
import io.racedet.run.EventIntake;
import io.racedet.trace.bytes.Progression;
import io.racedet.wellformed.ExecutionState;

/**
 * Checks the events of a feed and passes them on, ranges in parts whose variables have ids at equal
 * distances; leaves out or refuses those that are wrong.
 */
public final class FeedIntake {
  private final FeedIds ids;
  private final EventIntake events;
  private final ExecutionState state;
  private final ThreadSlots slots; // null if ids are not reused
  private final FeedThreads threads;
  private final Progression part = new Progression();
  private final boolean lenient;
  private long dropped;

  /**
   * Starts without an event.
   *
   * @param delay the most events until engines see an event, that event included
   * @param lenient whether events that are not well formed are left out
   */
  public FeedIntake(FeedIds ids, AnalysisRun run, int delay, boolean lenient, int leastAdded) {
    this.ids = ids;
    this.lenient = lenient;
    state = new ExecutionState(run.contexts());
    if (run.forgets()) {
      slots = new ThreadSlots();
      FeedMemory memory = new FeedMemory(ids, state, slots, run, leastAdded);
      run.races().nameAtOnce();
      events =
          new EventIntake(
              delay,
              0,
              block -> {
                run.consume(block);
                memory.release();
              });
    } else {
      slots = null;
      ids.limitThreads(EventBlock.MAX_THREAD);
      events = new EventIntake(delay, 0, run::consume);
    }
    threads = new FeedThreads(events, state, slots);
  }

  /** Numbers and gathers the events that are passed on. */
  public EventIntake events() {
    return events;
  }

  /** Whether a thread holds a lock or a lock is held, so that it cannot be forgotten. */
  public boolean isInUse(Operand space, int handle) {
    return space == Operand.LOCK && state.isHeld(ids.id(space, handle))
        || space == Operand.THREAD && state.holdsLocks(ids.id(space, handle));
  }

  /** How many threads engines know of; 0 where ids are not reused. */
  public int slots() {
    return slots == null ? 0 : slots.size();
  }

  /** Whether another thread has the slot that a thread had. */
  public boolean isGone(int thread) {
    return slots != null && slots.isGone(thread);
  }

  /** How many events were left out. */
  public long dropped() {
    return dropped;
  }

  /** Takes the next event, by handles. */
  public void event(Op op, int thread, int operand, int location) {
    int slot = threads.find(thread);
    if (slot == ThreadSlots.NONE) {
      ids.checkThread(thread);
    }
    if (location != EventSink.NO_LOCATION) {
      ids.checkLocation(location);
    }
    int id = ids.id(op.operand(), operand);
    events.ensureOpen(op, thread);
    boolean isAccess = op.operand() == Operand.VARIABLE;
    int context = isAccess ? state.access(thread) : threads.check(op, thread, id);
    if (context == ExecutionState.REFUSED) {
      refuse(op, thread, operand);
      return;
    }
    if (isAccess) {
      int by = slot == ThreadSlots.NONE ? threads.id(thread) : slot;
      events.take(op, by, id, context, location);
    } else {
      if (op == Op.ALLOC) {
        ids.allocate(id);
      }
      threads.take(op, thread, id, context, location);
    }
    if (events.isFull()) {
      events.flush();
    }
  }

  /**
   * Takes the accesses by a thread; false if they cannot come next.
   *
   * @throws IllegalArgumentException if there is no such range
   */
  public boolean range(Op op, int thread, String array, int from, int to, int step, int location) {
    int size = ArrayRange.count(op, from, to, step);
    events.ensureOpen(op, thread, size);
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
    events.takeRange(op, by, part.first(), part.stride(), part.count(), context, location);
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
        events.index() + 1,
        ids.nameOfHandle(Operand.THREAD, thread),
        op,
        ids.nameOfHandle(op.operand(), operand),
        state.expected());
  }

  /** Forgets what a handle denotes. */
  public void forget(Operand space, int handle) {
    if (isInUse(space, handle)) {
      throw new IllegalArgumentException(
          ids.nameOfHandle(space, handle)
              + (space == Operand.LOCK
                  ? " is held (expected: a lock that nobody holds)"
                  : " holds a lock (expected: a thread without locks)"));
    }
    if (space == Operand.THREAD) {
      state.abandon(handle);
      if (slots != null) {
        slots.forget(handle);
      }
    }
    ids.forget(space, handle);
  }
}
