package io.racedet.trace.split;

import io.racedet.trace.block.BlockPayload;
import io.racedet.trace.bytes.ByteList;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been left open by the events before a split: the threads so far and the locks that they
 * hold. Ids are those of the file.
 *
 * @param threads the threads so far, in the order of their ids
 */
public record SplitBeginning(List<ThreadState> threads) {
  /** That of a whole trace: there is no thread yet. */
  public static final SplitBeginning NOTHING = new SplitBeginning(List.of());

  private static final int LIFE_BITS = 3;
  private static final int FORKED = 1 << LIFE_BITS;
  private static final int HOLDS = 2 << LIFE_BITS;
  private static final int WAITS = 4 << LIFE_BITS;

  /** How far a thread has come; later ones follow earlier ones. */
  public enum Life {
    /** Forked, and without an event. */
    FORKED,
    /** Has had an event. */
    RUNNING,
    /** Has had its last event. */
    ENDED,
    /** Another thread has joined it. */
    JOINED
  }

  /**
   * A lock that a thread holds, or held at its end.
   *
   * @param count how often, at least 1
   */
  public record Hold(int lock, boolean shared, int count) {}

  /**
   * What decides which notify causes the next wake of a thread, see {@link
   * io.racedet.event.Op#WAKE}. Times are indices of events, from 1.
   *
   * @param released the lock that it released last, exclusively and entirely; -1 for none
   * @param lock the last lock that it acquired again after that, with no such release between; -1
   *     for none
   */
  public record Wait(int released, long releasedAt, int lock, long began, long ended) {
    /** That of a thread that has released nothing. */
    public static final Wait NONE = new Wait(-1, 0, -1, 0, 0);
  }

  /**
   * A thread.
   *
   * @param holds the locks that it holds, in the order of acquisition
   */
  public record ThreadState(
      int thread, Life life, boolean forked, List<Hold> holds, Wait lastWait) {}

  /** Writes this to a payload. */
  public void write(ByteList into) {
    into.number(threads.size());
    int before = 0;
    for (ThreadState t : threads) {
      boolean waits = !t.lastWait().equals(Wait.NONE);
      into.number(t.thread() - before);
      before = t.thread();
      into.number(
          t.life().ordinal()
              | (t.forked() ? FORKED : 0)
              | (t.holds().isEmpty() ? 0 : HOLDS)
              | (waits ? WAITS : 0));
      if (!t.holds().isEmpty()) {
        into.number(t.holds().size());
        for (Hold hold : t.holds()) {
          into.number(hold.lock());
          into.number(hold.shared() ? 1 : 0);
          into.number(hold.count());
        }
      }
      if (waits) {
        into.number(1 + t.lastWait().released());
        into.word(t.lastWait().releasedAt());
        into.number(1 + t.lastWait().lock());
        into.word(t.lastWait().began());
        into.word(t.lastWait().ended());
      }
    }
  }

  /** Reads what {@link #write} writes; null if it is invalid. */
  public static SplitBeginning read(BlockPayload payload) {
    int count = payload.count();
    List<ThreadState> threads = new ArrayList<>();
    long id = 0;
    for (int i = 0; i < count; i++) {
      int gap = payload.number();
      int flags = payload.number();
      id += gap;
      if (gap < 0 || i > 0 && gap == 0 || id > Integer.MAX_VALUE || !isValid(flags)) {
        return null;
      }
      List<Hold> holds = (flags & HOLDS) == 0 ? List.of() : readHolds(payload);
      Wait wait = (flags & WAITS) == 0 ? Wait.NONE : readWait(payload);
      if (holds == null || wait == null) {
        return null;
      }
      Life life = Life.values()[flags & FORKED - 1];
      threads.add(new ThreadState((int) id, life, (flags & FORKED) != 0, holds, wait));
    }
    return count < 0 ? null : new SplitBeginning(threads);
  }

  private static boolean isValid(int flags) {
    return flags >= 0 && flags < 2 * WAITS && (flags & FORKED - 1) < Life.values().length;
  }

  private static List<Hold> readHolds(BlockPayload payload) {
    int count = payload.count();
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int lock = payload.number();
      int shared = payload.number();
      int times = payload.number();
      if (lock < 0 || (shared & 1) != shared || times < 1) {
        return null;
      }
      holds.add(new Hold(lock, shared == 1, times));
    }
    return count < 1 ? null : holds;
  }

  private static Wait readWait(BlockPayload payload) {
    int released = payload.number() - 1;
    long releasedAt = payload.word();
    int lock = payload.number() - 1;
    long began = payload.word();
    long ended = payload.word();
    boolean isValid = released >= -1 && lock >= -1 && releasedAt >= 0 && began >= 0 && ended >= 0;
    return isValid ? new Wait(released, releasedAt, lock, began, ended) : null;
  }
}
