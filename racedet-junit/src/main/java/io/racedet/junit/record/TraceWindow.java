package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes on a part of a trace, as a trace of its own. The events before it stay as they were
 * observed, so that what is shown for the part is shown for the trace: its threads run already, and
 * first acquire the locks that they hold at its beginning. An access that covers others in a span
 * which reaches into the part is repeated with its AGAIN, too, and so are the walks of such a span.
 *
 * <p>These first events have the indices before that of the part. Not thread-safe.
 */
final class TraceWindow implements EventSink {
  /** More than a thread accesses within a chunk, within which an access can cover others. */
  private static final int LONGEST_SPAN = 1 << 13;

  private static final int READING = 1;
  private static final int ACCESS_INTS = 3;
  private static final int WALK_INTS = 5;

  private final long from;
  private final long to;
  private final Start start;
  private final List<Runner> runners = new ArrayList<>(); // by thread
  private EventSink next;
  private long index;

  /** Creates what receives the events, given the index of the first one. */
  @FunctionalInterface
  interface Start {
    EventSink at(long index);
  }

  /** A thread before the part: the locks it holds, and the accesses of its present span. */
  private static final class Runner {
    private final IntArrayList held = new IntArrayList();
    private final IntArrayList accesses = new IntArrayList(); // op, variable, location
    private final IntArrayList repeated = new IntArrayList(); // the same
    private final IntArrayList walks = new IntArrayList(); // op, first, stride, count, location
    private int walked; // accesses of the walks

    void event(Op op, int operand, int location) {
      switch (op) {
        case READ, WRITE -> access(op, operand, location);
        case AGAIN -> repeat(operand);
        default -> {
          accesses.clear();
          repeated.clear();
          walks.clear();
          walked = 0;
          lock(op, operand);
        }
      }
    }

    private void access(Op op, int operand, int location) {
      if (accesses.size() >= 2 * ACCESS_INTS * LONGEST_SPAN) {
        accesses.removeElements(0, ACCESS_INTS * LONGEST_SPAN);
      }
      accesses.add(op.ordinal());
      accesses.add(operand);
      accesses.add(location);
    }

    void range(Op op, int first, int stride, int count, int location) {
      walks.addElements(
          walks.size(), new int[] {op.ordinal(), first, stride, count, location}, 0, WALK_INTS);
      walked += count;
    }

    private void repeat(int variable) {
      for (int i = accesses.size() - ACCESS_INTS; i >= 0; i -= ACCESS_INTS) {
        if (accesses.getInt(i + 1) == variable) {
          repeated.addAll(accesses.subList(i, i + ACCESS_INTS));
          return;
        }
      }
    }

    private void lock(Op op, int lock) {
      switch (op) {
        case ACQUIRE -> held.add(lock << 1);
        case ACQUIRE_SHARED -> held.add(lock << 1 | READING);
        case RELEASE -> release(lock << 1);
        case RELEASE_SHARED -> release(lock << 1 | READING);
        default -> {
          /* No other event is about holding a lock. */
        }
      }
    }

    private void release(int hold) {
      int at = held.lastIndexOf(hold);
      if (at >= 0) {
        held.removeInt(at);
      }
    }

    int events() {
      return held.size() + repeated.size() / ACCESS_INTS * 2 + walked;
    }

    void resume(int thread, EventSink to) {
      for (int i = 0; i < held.size(); i++) {
        int hold = held.getInt(i);
        Op op = (hold & READING) == 0 ? Op.ACQUIRE : Op.ACQUIRE_SHARED;
        to.event(op, thread, hold >>> 1, NO_LOCATION);
      }
      for (int i = 0; i < repeated.size(); i += ACCESS_INTS) {
        int variable = repeated.getInt(i + 1);
        int location = repeated.getInt(i + 2);
        to.event(Op.of(repeated.getInt(i)), thread, variable, location);
        to.event(Op.AGAIN, thread, variable, location);
      }
      for (int i = 0; i < walks.size(); i += WALK_INTS) {
        Op op = Op.of(walks.getInt(i));
        int first = walks.getInt(i + 1);
        to.range(op, thread, first, walks.getInt(i + 2), walks.getInt(i + 3), walks.getInt(i + 4));
      }
    }
  }

  /**
   * Prepares for a replay.
   *
   * @param from index of the first event of the part
   * @param to index of its last event
   */
  TraceWindow(long from, long to, Start start) {
    this.from = from;
    this.to = to;
    this.start = start;
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    int before = (int) Math.max(0, Math.min(count, from - 1 - index));
    if (before > 0) {
      runner(thread).range(op, first, stride, before, location);
      index += before;
    }
    int within = (int) Math.max(0, Math.min(count - before, to - index));
    if (within > 0) {
      if (next == null) {
        begin();
      }
      next.range(op, thread, first + before * stride, stride, within, location);
    }
    index += count - before;
  }

  /** Whether the part has been passed on. */
  boolean isOver() {
    return index >= to;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (index < from) {
      runner(thread).event(op, operand, location);
      return;
    }
    if (next == null) {
      begin();
    }
    if (index <= to) {
      next.event(op, thread, operand, location);
    }
  }

  private void begin() {
    int before = runners.stream().mapToInt(Runner::events).sum();
    next = start.at(from - before);
    for (int thread = 0; thread < runners.size(); thread++) {
      runners.get(thread).resume(thread, next);
    }
    runners.clear();
  }

  private Runner runner(int thread) {
    while (runners.size() <= thread) {
      runners.add(new Runner());
    }
    return runners.get(thread);
  }
}
