package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes on parts of a trace, each as a trace of its own. The events before a part stay as they
 * were observed, so that what is shown for the part is shown for the trace: its threads run
 * already, and first acquire the locks that they hold at its beginning. An access that covers
 * others in a span which reaches into the part is repeated with its AGAIN, too, and so are the
 * walks of such a span.
 *
 * <p>These first events have the indices before that of the part. Not thread-safe.
 */
public final class TraceParts implements EventSink {
  /** More than a thread accesses within a chunk, within which an access can cover others. */
  private static final int MAX_SPAN_LENGTH = 1 << 13;

  private static final int READING = 1;
  private static final int ACCESS_INTS = 3;
  private static final int WALK_INTS = 5;

  /**
   * A part.
   *
   * @param to index of its last event, no less
   */
  public record Part(long from, long to) {}

  /** Receives the parts. */
  public interface Receiver {
    /**
     * Begins a part.
     *
     * @param part its number, from 0
     * @param first the index of the first event that it will receive
     * @return what receives the events of the part
     */
    EventSink begin(int part, long first);

    /** Ends a part. */
    void end(int part);
  }

  private final List<Part> parts;
  private final Receiver receiver;
  private final List<Runner> runners = new ArrayList<>(); // by thread
  private final long lastBegin; // no later event is before a part
  private int part; // the number of this part or the next one
  private EventSink next; // null outside parts
  private long index;

  /** A thread: the locks it holds, and the accesses of its present span. */
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
      if (accesses.size() >= 2 * ACCESS_INTS * MAX_SPAN_LENGTH) {
        accesses.removeElements(0, ACCESS_INTS * MAX_SPAN_LENGTH);
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
        default -> {} // no other event is about holding a lock
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
   * @param parts the parts, ascending; none begins before the end of another one
   * @param receiver receives them
   */
  public TraceParts(List<Part> parts, Receiver receiver) {
    this.parts = List.copyOf(parts);
    this.receiver = receiver;
    lastBegin = parts.isEmpty() ? 0 : parts.get(parts.size() - 1).from();
    for (int i = 1; i < parts.size(); i++) {
      if (parts.get(i).from() <= parts.get(i - 1).to()) {
        throw new IllegalArgumentException(
            "parts: " + parts + " (expected: each begins behind the one before)");
      }
    }
  }

  /** Whether all parts have been passed on, so that no further event is needed. */
  public boolean isOver() {
    return part == parts.size();
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (isOver()) {
      return;
    }
    if (isInPart()) {
      next.event(op, thread, operand, location);
    }
    if (index < lastBegin) {
      runner(thread).event(op, operand, location);
    }
    endPart();
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    int done = 0;
    while (done < count && !isOver()) {
      index++;
      boolean isIn = isInPart();
      long bound = isIn ? parts.get(part).to() : parts.get(part).from() - 1;
      int some = (int) Math.min(count - done, bound - index + 1);
      if (isIn) {
        next.range(op, thread, first + done * stride, stride, some, location);
      }
      if (index < lastBegin) {
        runner(thread).range(op, first + done * stride, stride, some, location);
      }
      done += some;
      index += some - 1;
      endPart();
    }
    index += count - done;
  }

  /** Whether the current event is in a part, which is begun if it is the first one. */
  private boolean isInPart() {
    if (next == null && index >= parts.get(part).from()) {
      int before = runners.stream().mapToInt(Runner::events).sum();
      next = receiver.begin(part, index - before);
      for (int thread = 0; thread < runners.size(); thread++) {
        runners.get(thread).resume(thread, next);
      }
    }
    return next != null;
  }

  private void endPart() {
    if (index == parts.get(part).to()) {
      receiver.end(part++);
      next = null;
      if (isOver()) {
        runners.clear();
      }
    }
  }

  private Runner runner(int thread) {
    while (runners.size() <= thread) {
      runners.add(new Runner());
    }
    return runners.get(thread);
  }
}
